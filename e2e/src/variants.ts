import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { changeTesters, previewRelease, rollbackRelease } from '@touchline/api/http/releases';
import { PROJECT, type Product } from '@touchline/local-stack/product';
import { type BuiltRemote, readBuilt } from '@touchline/local-stack/release/built-remote';
import { type Published, publish, releaseClient } from '@touchline/local-stack/release/publish';

/** Change of a version against the build of mf-staking. */
export type Change = (files: VariantFiles) => VariantFiles;

/** The files that a change may edit. */
interface VariantFiles {
  entry: string;
  page: string;
  manifest: string;
}

const HEADING = '"Staking & Coefficient"';
const PAGE = '"/staking":function(){';
/** Version of the host interface that the entry requires. */
const HOST_RANGE = /(shareKey:"@touchline\/host\/host",import:null,requiredVersion:)"\^[\d.]+"/;

export const CHANGES = {
  none: (files) => files,
  /** Another heading. */
  visible: (files) => ({ ...files, page: swap(files.page, HEADING, '"Staking, renewed"') }),
  throwsAtLoad: (files) => ({ ...files, page: `throw new Error('at load');${files.page}` }),
  throwsAtRender: (files) => ({
    ...files,
    page: swap(files.page, PAGE, `${PAGE}throw new Error('at render');`),
  }),
  hangs: (files) => ({
    ...files,
    entry: `${files.entry}\n;mf_staking={init:mf_staking.init,get:()=>new Promise(()=>{})};`,
  }),
  /** React waits for it forever. */
  suspends: (files) => ({
    ...files,
    page: swap(files.page, PAGE, `${PAGE}throw new Promise(()=>{});`),
  }),
  tooLarge: (files) => ({ ...files, page: `${files.page}\n//${randomBytes(200_000).toString('base64')}` }),
  /** Its manifest names the missing file, so it cannot be published. */
  missingChunk: (files) => ({
    ...files,
    manifest: files.manifest.replace(/"(__federation_expose_remote\.)\w+(\.js)"/, '"$10000$2"'),
  }),
  otherReact: (files) => ({ ...files, manifest: swap(files.manifest, '"^19.3.0"', '"^20.0.0"') }),
  otherHost: (files) => ({ ...files, manifest: swapHost(files.manifest) }),
  /** Its manifest declares another version than its code needs. */
  hiddenReact: (files) => ({ ...files, entry: files.entry.replaceAll('"^19.3.0"', '"^20.0.0"') }),
  hiddenHost: (files) => ({
    ...files,
    entry: files.entry.replace(HOST_RANGE, '$1"^1.70.0"'),
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

/** Publishes such a version with the team's token. @returns the gateway's response */
export const publishVariant = (
  { url, releaseToken }: Product,
  version: string,
  change: Change,
  share?: number,
): Promise<Published> =>
  publish({ url, token: releaseToken('mf-staking') }, variant(version, change), { share });

const params = { name: 'mf-staking' };
const team = ({ url, releaseToken }: Product) => releaseClient({ url, token: releaseToken('mf-staking') });

export const rollBack = (product: Product) => team(product).request(rollbackRelease, { params, body: {} });

/** The path that opens a preview of a version. */
export async function previewPath(product: Product, version: string): Promise<string> {
  const { path, token } = await team(product).request(previewRelease, { params, body: { version } });
  return `${path}?preview=${encodeURIComponent(token)}`;
}

/** Makes a wallet a tester while `act` runs: testers see newer versions than other visitors, in every test. */
export async function whileTester(product: Product, wallet: string, act: () => Promise<void>): Promise<void> {
  await team(product).request(changeTesters, { params, body: { add: [wallet] } });
  try {
    await act();
  } finally {
    await team(product).request(changeTesters, { params, body: { remove: [wallet] } });
  }
}
