import { remoteDescription } from './http/remotes.ts';
import { listFirstFiles, type RemoteManifest, remoteManifest } from './remote-manifest.ts';

/** The modules that a shell provides, with their versions: its `shared.json`. */
export type SharedTable = Readonly<Record<string, string>>;

/** URL of the table, on the shell's origin. */
export const SHARED_TABLE_PATH = '/shared.json';

/** The row that stands for the host interface. */
const HOST = '@touchline/host/host';

/** What all scripts and styles of a remote may weigh together, compressed with brotli. */
export const SIZE_BUDGET = 150_000;

export interface CheckedRelease {
  name: string;
  /** The text of every file but images and fonts, by path. */
  texts: ReadonlyMap<string, string>;
  /** Every path. */
  paths: readonly string[];
  /** Bytes of its scripts and styles, compressed. */
  compressed: number;
}

/** Why a version may not be published on a shell with this table; empty when it may. The publisher and the gateway ask it. */
export function findReleaseProblems(release: CheckedRelease, table: SharedTable): string[] {
  const { name, texts, compressed } = release;
  const description = remoteDescription.safeParse(parsed(texts.get('remote.json')));
  const manifest = remoteManifest.safeParse(parsed(texts.get('mf-manifest.json')));
  return [
    ...(description.success ? [] : ['remote.json is missing or does not describe a remote']),
    ...(description.success && description.data.name !== name
      ? [`remote.json is about ${description.data.name}`]
      : []),
    ...(manifest.success
      ? findManifestProblems(release, manifest.data, table)
      : ['mf-manifest.json is missing or not a manifest']),
    ...(compressed > SIZE_BUDGET
      ? [`its scripts and styles are ${compressed} bytes compressed, and the budget is ${SIZE_BUDGET}`]
      : []),
    ...findSecrets(texts),
  ];
}

function findManifestProblems(
  { name, paths }: CheckedRelease,
  manifest: RemoteManifest,
  table: SharedTable,
): string[] {
  const scope = name.replaceAll('-', '_');
  const missing = listFirstFiles(manifest).filter((path) => !paths.includes(path));
  return [
    ...(manifest.name === scope ? [] : [`the manifest is about ${manifest.name}, not ${scope}`]),
    ...(manifest.exposes.some((exposed) => exposed.name === 'remote') ? [] : ['it exposes no ./remote']),
    ...missing.map((path) => `${path} is in the manifest and not among the files`),
    ...manifest.shared.flatMap((shared) => checkSharedModule(shared, table)),
  ];
}

function checkSharedModule(
  { name, singleton, requiredVersion }: RemoteManifest['shared'][number],
  table: SharedTable,
) {
  const provided = table[name];
  const what = name === HOST ? 'the host interface' : name;
  if (provided === undefined) return [`it needs ${name}, which the shell does not share`];
  if (!singleton) return [`${name} must be a singleton`];
  if (satisfies(provided, requiredVersion)) return [];
  return [`it needs ${what} ${requiredVersion}, and the shell has ${provided}`];
}

/** Whether a version is within a range of the table of shared modules: those are all like `^1.2.3`. */
export function satisfies(version: string, range: string): boolean {
  const wanted = numbers(range.replace(/^\^/, ''));
  const given = numbers(version);
  if (!range.startsWith('^') || !wanted || !given || wanted[0] !== given[0]) return false;
  if (given[1] !== wanted[1]) return wanted[0] > 0 && given[1] > wanted[1];
  return given[2] >= wanted[2];
}

function numbers(version: string): [number, number, number] | null {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : null;
}

/** What only a secret looks like; source maps carry sources that nobody meant to publish. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  [
    'a password in an address',
    /\b(?:postgres(?:ql)?|nats|redis|amqp|mongodb):\/\/[^\s:/"'`$]+:[^\s@/"'`$]+@/,
  ],
  [
    'a token of a cloud or a registry',
    /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|npm_\w{36}|xox[abp]-[\w-]{20,})\b/,
  ],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
  ['a named secret', /\b(?:SECRET|PASSWORD|PRIVATE_KEY|REMOTE_TOKEN)\\?["']?\s*[:=]\s*\\?["'][^"'\\\s]{12,}/],
];

function findSecrets(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([path, text]) =>
    SECRETS.flatMap(([what, pattern]) => (pattern.test(text) ? [`${path} holds ${what}`] : [])),
  );
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
