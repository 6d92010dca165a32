import { SHARED_TABLE_PATH, type SharedTable } from '@touchline/api/release-check';

/** A shared module of this page with another version than a remote needs. */
export interface VersionMismatch {
  module: string;
  /** Range that the remote needs, such as `^1.2.0`. */
  required: string;
  /** Version on this page. */
  provided: string;
}

/** A visitor waits for the panel until then. */
const TIMEOUT_MS = 3_000;

/** The Module Federation runtime's only description of this error. */
const MESSAGE =
  /Version (\S+) from .* of shared singleton module (\S+) does not satisfy the requirement of .* which needs ([^\s)]+)/;

/** Returns the mismatch that an error of the Module Federation runtime reports. */
export function findMismatch(error: unknown): VersionMismatch | undefined {
  const [, provided, module, required] = MESSAGE.exec(error instanceof Error ? error.message : '') ?? [];
  return provided && module && required ? { module, required, provided } : undefined;
}

/**
 * Reports whether the product's shell is newer or older than this page, which was opened before a deployment. The remote then fits
 * the product, and reloading the page helps. False if the shell's table cannot be read.
 */
export async function isPageOutdated({ module, provided }: VersionMismatch): Promise<boolean> {
  try {
    const options: RequestInit = { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) };
    const response = await fetch(SHARED_TABLE_PATH, options);
    const table: SharedTable = await response.json();
    return table[module] !== undefined && table[module] !== provided;
  } catch {
    return false;
  }
}
