import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A per-user folder shared by all clones: in $XDG_CACHE_HOME, else in ~/.cache, else (without a writable home) in the
 * temporary folder.
 */
export function cacheDir(): string {
  const places = [
    process.env.XDG_CACHE_HOME && join(process.env.XDG_CACHE_HOME, 'touchline'),
    join(homedir(), '.cache', 'touchline'),
    join(tmpdir(), `touchline-cache-${process.getuid?.() ?? 'user'}`),
  ];
  for (const place of places) if (place && isOurs(place)) return place;
  throw new Error('no writable cache folder: set XDG_CACHE_HOME');
}

function isOurs(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o755 });
    accessSync(dir, constants.W_OK);
    return process.getuid === undefined || statSync(dir).uid === process.getuid();
  } catch {
    return false;
  }
}
