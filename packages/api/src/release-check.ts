import { z } from 'zod/mini';
import { type RemoteDescription, remoteDescription } from './http/remotes.ts';
import { listFirstFiles, type RemoteManifest, remoteManifest } from './remote-manifest.ts';
import { isRoutePath } from './remote-routes.ts';

/** The modules that a shell shares, with their versions, and the version of the API (`shared.json`). */
export type SharedTable = Readonly<Record<string, string>>;

/** Path of the table on the shell's origin. */
export const SHARED_TABLE_PATH = '/shared.json';

/** The entry of the host interface. */
const HOST = '@touchline/host/host';

/** The package with the endpoints. A remote bundles it, and the shell sends the remote's requests. */
const API = '@touchline/api';

/** `built-with.json`: the versions of our packages that a remote was built with, by package. */
const builtWith = z.record(z.string(), z.string());

/** Maximum total size of the scripts and styles of a remote, in bytes after brotli compression. */
export const SIZE_BUDGET = 150_000;

/** Maximum number of problems that are listed. */
const MAX_PROBLEMS = 100;

/** Maximum length of remote.json and mf-manifest.json. The validation of a list with more wrong entries exhausts the stack. */
const MAX_DESCRIPTION_LENGTH = 100_000;

export interface CheckedRelease {
  name: string;
  /** Text of every file, except images and fonts, by path. */
  texts: ReadonlyMap<string, string>;
  /** Paths of all files. */
  paths: readonly string[];
  /** Compressed size of its scripts and styles, in bytes. */
  compressed: number;
}

/** Lists the reasons why a version cannot be published to a shell with this table; empty if it can. */
export function findReleaseProblems(release: CheckedRelease, table: SharedTable): string[] {
  const { name, texts, compressed } = release;
  const description = remoteDescription.safeParse(parseDescription(texts.get('remote.json')));
  const manifest = remoteManifest.safeParse(parseDescription(texts.get('mf-manifest.json')));
  return [
    ...(description.success ? [] : describeIssues(description.error)),
    ...(description.success && description.data.name !== name
      ? [`remote.json describes ${description.data.name}, not ${name}`]
      : []),
    ...(description.success ? findMalformedRoutes(description.data) : []),
    ...(manifest.success
      ? findManifestProblems(release, manifest.data, table)
      : [`mf-manifest.json ${UNREADABLE}`]),
    ...findApiProblems(parseJson(texts.get('built-with.json')), table),
    ...(compressed > SIZE_BUDGET
      ? [`its scripts and styles have ${compressed} bytes compressed; the budget is ${SIZE_BUDGET}`]
      : []),
    ...findSecrets(texts),
  ].slice(0, MAX_PROBLEMS);
}

const UNREADABLE = `is missing, invalid or longer than ${MAX_DESCRIPTION_LENGTH} characters`;

/** Names the wrong fields of remote.json. */
const describeIssues = ({ issues }: z.core.$ZodError) =>
  issues.map(({ path, message }) =>
    path.length === 0
      ? `remote.json ${UNREADABLE}`
      : `${['remote.json', ...path].join('.')} is wrong: ${message}`,
  );

function findApiProblems(file: unknown, table: SharedTable): string[] {
  const versions = builtWith.safeParse(file);
  if (!versions.success) return ['built-with.json is missing or invalid'];
  const [needed, provided] = [versions.data[API] ?? '', table[API] ?? ''];
  return satisfies(provided, `^${needed.replace(/(?<!\d)\d+$/, '0')}`)
    ? []
    : [`it was built with ${API} ${needed}, but the product has ${provided}`];
}

const findMalformedRoutes = ({ routes }: RemoteDescription) =>
  routes
    .filter(({ path }) => !isRoutePath(path))
    .map(({ path }) => `remote.json has the route ${path}; a route is like /staking or /team-view/:id`);

function findManifestProblems(
  { name, paths }: CheckedRelease,
  manifest: RemoteManifest,
  table: SharedTable,
): string[] {
  const scope = name.replaceAll('-', '_');
  const published = new Set(paths);
  const missing = listFirstFiles(manifest).filter((path) => !published.has(path));
  return [
    ...(manifest.name === scope ? [] : [`the manifest describes ${manifest.name}, not ${scope}`]),
    ...(manifest.exposes.some((exposed) => exposed.name === 'remote') ? [] : ['it does not expose ./remote']),
    ...missing.map((path) => `${path} is in the manifest, but not among the files`),
    ...manifest.shared.flatMap((shared) => checkSharedModule(shared, table)),
  ];
}

function checkSharedModule(
  { name, singleton, requiredVersion }: RemoteManifest['shared'][number],
  table: SharedTable,
) {
  const provided = table[name];
  const label = name === HOST ? 'the host interface' : name;
  if (provided === undefined) return [`it needs ${name}, which the shell does not share`];
  if (!singleton) return [`${name} must be a singleton`];
  if (satisfies(provided, requiredVersion)) return [];
  return [`it needs ${label} ${requiredVersion}, but the shell has ${provided}`];
}

/** Reports whether a version satisfies a range of the form `^1.2.3`, the only form of the shared table. */
export function satisfies(version: string, range: string): boolean {
  const required = parseVersion(range.replace(/^\^/, ''));
  const actual = parseVersion(version);
  if (!range.startsWith('^') || !required || !actual || required[0] !== actual[0]) return false;
  if (actual[1] !== required[1]) return required[0] > 0 && actual[1] > required[1];
  return actual[2] >= required[2];
}

function parseVersion(version: string): [number, number, number] | null {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null;
}

/**
 * Patterns of secrets. Source maps may contain sources that were not meant to be published. Each pattern reads a character a fixed
 * number of times in any text: no match begins inside a run that an earlier attempt has read to its end.
 */
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
  ['a signed token', /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
  ['a named secret', /\b(?:SECRET|PASSWORD|PRIVATE_KEY|REMOTE_TOKEN)\\?["']?\s*[:=]\s*\\?["'][^"'\\\s]{12,}/],
];

function findSecrets(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([path, text]) =>
    SECRETS.flatMap(([label, pattern]) => (pattern.test(text) ? [`${path} contains ${label}`] : [])),
  );
}

const parseDescription = (text = '') => parseJson(text.length > MAX_DESCRIPTION_LENGTH ? '' : text);

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
