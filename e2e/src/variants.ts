import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { rollbackRelease } from '@touchline/api/http/releases';
import { PROJECT, type Product } from '@touchline/local-stack/product';
import { type BuiltRemote, readBuilt } from '@touchline/local-stack/release/built-remote';
import { type Published, publish, releaseClient } from '@touchline/local-stack/release/publish';

/** What a version does differently from the build of mf-staking. */
export type Change = (files: Parts) => Parts;

/** The files that a change is about. */
interface Parts {
  entry: string;
  page: string;
  manifest: string;
}

const HEADING = '"Staking & Coefficient"';
const PAGE = '"/staking":function(){';
/** What the entry asks of the host interface. */
const HOST_RANGE = /(shareKey:"@touchline\/host\/host",import:null,requiredVersion:)"\^[\d.]+"/;

export const CHANGES = {
  none: (parts) => parts,
  /** Another heading. */
  visible: (parts) => ({ ...parts, page: swap(parts.page, HEADING, '"Staking, renewed"') }),
  throwsAtLoad: (parts) => ({ ...parts, page: `throw new Error('at load');${parts.page}` }),
  throwsAtRender: (parts) => ({
    ...parts,
    page: swap(parts.page, PAGE, `${PAGE}throw new Error('at render');`),
  }),
  hangs: (parts) => ({
    ...parts,
    entry: `${parts.entry}\n;mf_staking={init:mf_staking.init,get:()=>new Promise(()=>{})};`,
  }),
  /** React waits for it forever. */
  suspends: (parts) => ({
    ...parts,
    page: swap(parts.page, PAGE, `${PAGE}throw new Promise(()=>{});`),
  }),
  tooLarge: (parts) => ({ ...parts, page: `${parts.page}\n//${randomBytes(200_000).toString('base64')}` }),
  /** Its manifest says so: it cannot be published. */
  missingChunk: (parts) => ({
    ...parts,
    manifest: parts.manifest.replace(/"(__federation_expose_remote\.)\w+(\.js)"/, '"$10000$2"'),
  }),
  otherReact: (parts) => ({ ...parts, manifest: swap(parts.manifest, '"^19.3.0"', '"^20.0.0"') }),
  otherHost: (parts) => ({ ...parts, manifest: swapHost(parts.manifest) }),
  /** Its manifest lies. */
  hiddenReact: (parts) => ({ ...parts, entry: parts.entry.replaceAll('"^19.3.0"', '"^20.0.0"') }),
  hiddenHost: (parts) => ({
    ...parts,
    entry: parts.entry.replace(HOST_RANGE, '$1"^1.70.0"'),
  }),
} satisfies Record<string, Change>;

function swap(text: string, old: string, other: string): string {
  if (!text.includes(old)) throw new Error(`the build of mf-staking has no ${old}`);
  return text.replaceAll(old, other);
}

function swapHost(text: string): string {
  const manifest = JSON.parse(text) as { shared: { name: string; requiredVersion: string }[] };
  for (const shared of manifest.shared)
    if (shared.name === '@touchline/host/host') shared.requiredVersion = '^1.70.0';
  return JSON.stringify(manifest);
}

/** A version of mf-staking, changed as if its team had built it: the entry has the digest of the changed page. */
function variant(version: string, change: Change): BuiltRemote {
  const built = readBuilt(join(PROJECT, 'mf-staking'));
  const files = new Map([...built.files].filter(([path]) => !/\.(map|br|gz)$/.test(path)));
  const find = (pattern: RegExp) => [...files.keys()].find((path) => pattern.test(path)) ?? '';
  const text = (path: string) => files.get(path)?.toString('utf8') ?? '';
  const entryPath = find(/^remoteEntry\..*\.js$/);
  const pagePath = find(/^__federation_expose_remote\..*\.js$/);
  const before = { entry: text(entryPath), page: text(pagePath), manifest: text('mf-manifest.json') };
  // Two builds never have the same name of their chunks.
  const build = /@[\d.]+\+([0-9a-f]{10})/.exec(before.entry)?.[1] ?? '';
  const own = createHash('sha256').update(version).digest('hex').slice(0, 10);
  const after = change(before);
  const page = after.page.replaceAll(build, own);
  const entry = after.entry.replaceAll(build, own).replaceAll(digestOf(before.page), digestOf(page));
  files.set(entryPath, Buffer.from(entry));
  files.set(pagePath, Buffer.from(page));
  files.set('mf-manifest.json', Buffer.from(after.manifest));
  return { name: built.name, version, files };
}

const digestOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** Publishes such a version with the team's token; returns what the gateway said. */
export const publishVariant = (
  { url, releaseToken }: Product,
  version: string,
  change: Change,
  share?: number,
): Promise<Published> => publish({ url, token: releaseToken('mf-staking') }, variant(version, change), share);

const params = { name: 'mf-staking' };
const team = ({ url, releaseToken }: Product) => releaseClient({ url, token: releaseToken('mf-staking') });

export const rollBack = (product: Product) => team(product).request(rollbackRelease, { params, body: {} });
