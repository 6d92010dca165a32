import { expect, test } from 'vitest';
import { type CheckedRelease, findReleaseProblems } from './release-check.ts';
import { listFirstFiles, remoteManifest } from './remote-manifest.ts';

const NAME = 'mf-a';
const TABLE = { react: '19.3.1', '@touchline/api': '1.3.0' };
const exposed = { name: 'remote', assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } } };
const MANIFEST = {
  name: 'mf_a',
  metaData: { remoteEntry: { name: 'entry.js' } },
  exposes: [exposed],
  shared: [],
};

/** Lists the problems of a version with these files; without any it has none. */
function check(files: Record<string, string> = {}): string[] {
  const texts = {
    'remote.json': JSON.stringify({ name: NAME, routes: [{ path: '/a' }] }),
    'mf-manifest.json': JSON.stringify(MANIFEST),
    'built-with.json': '{"@touchline/api":"1.3.0"}',
    'entry.js': 'run()',
    ...files,
  };
  const release: CheckedRelease = {
    name: NAME,
    texts: new Map(Object.entries(texts)),
    paths: Object.keys(texts),
    compressed: 1_000,
  };
  return findReleaseProblems(release, TABLE);
}
const checkRoutes = (routes: readonly object[]) =>
  check({ 'remote.json': JSON.stringify({ name: NAME, routes }) });

/** A check whose time grows with the square of the length would take minutes for such a text, longer than a test may run. */
const LENGTH = 800_000;

test.each([
  ['-eyJ'],
  ['eyJ'],
  ['eyJhbGciOiJFZERT.'],
  ['eyJhbGciOiJFZERT.-'],
  ['-----BEGIN '],
  ['-----BEGIN A'],
  ['nats://'],
  ['nats://a:'],
  ['nats://a:nats'],
  ['npm_'],
  ['SECRET '],
  ['SECRET= '],
  ['SECRET="'],
  ['PASSWORD:"short '],
])('P11 a long text that repeats %j is searched for secrets once', (part) => {
  expect(check({ 'entry.js': part.repeat(LENGTH / part.length) })).toEqual([]);
});

test('P11 a long version in built-with.json is read once', () => {
  const version = `${'1'.repeat(LENGTH)}x`;
  const [problem] = check({ 'built-with.json': JSON.stringify({ '@touchline/api': version }) });
  expect(problem).toContain('but the product has 1.3.0');
});

const TOKEN = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIweGFiYyJ9.c2lnbmF0dXJlLW9mLXRoaXMtdG9rZW4';
test.each([
  [`Bearer ${TOKEN}`, 'a signed token'],
  [`token="${TOKEN}"`, 'a signed token'],
  ['-----BEGIN EC PRIVATE KEY-----', 'a private key'],
  ['nats://games:hunter2@bus', 'a password in an address'],
  [`"npm_${'a'.repeat(36)}"`, 'a token of a cloud or a registry'],
  [`xoxb-${'1'.repeat(24)}`, 'a token of a cloud or a registry'],
  ['const PASSWORD = "correct-horse-battery"', 'a named secret'],
])('a version that contains %s contains %s', (text, label) => {
  expect(check({ 'entry.js': text })).toEqual([`entry.js contains ${label}`]);
});

test('P12 a version may have 50 routes with the longest texts', () => {
  const route = { path: '/a', label: 'x'.repeat(40), title: 'x'.repeat(200), subtitle: 'x'.repeat(200) };
  expect(checkRoutes(Array.from({ length: 50 }, () => route))).toEqual([]);
});

test.each([
  ['path', 200, { path: `/${'a'.repeat(200)}` }],
  ['label', 40, { path: '/a', label: 'x'.repeat(41) }],
  ['title', 200, { path: '/a', title: 'x'.repeat(201) }],
  ['subtitle', 200, { path: '/a', subtitle: 'x'.repeat(201) }],
])('P12 a route whose %s has more than %i characters is rejected', (field, max, route) => {
  expect(checkRoutes([{ path: '/b' }, route])).toEqual([
    `remote.json.routes.1.${field} is wrong: must have at most ${max} characters`,
  ]);
});

test('P12 a version with 51 routes is rejected', () => {
  const routes = Array.from({ length: 51 }, (_, n) => ({ path: `/a/${n}` }));
  expect(checkRoutes(routes)).toEqual(['remote.json.routes is wrong: must have at most 50 routes']);
});

test('a version without a description or without a route is rejected', () => {
  expect(check({ 'remote.json': 'none' })).toEqual([
    'remote.json is missing, invalid or longer than 100000 characters',
  ]);
  expect(checkRoutes([])).toEqual(['remote.json.routes is wrong: must have a route']);
});

test('P12 a manifest that names a file many times needs it once', () => {
  const js = { sync: Array.from({ length: 1_000 }, () => 'page.js'), async: [] };
  const exposes = [{ ...exposed, assets: { ...exposed.assets, js } }];
  expect(listFirstFiles(remoteManifest.parse({ ...MANIFEST, exposes }))).toEqual(['entry.js', 'page.js']);
});

test.each([
  ['remote.json', 'routes', { name: NAME }],
  ['mf-manifest.json', 'shared', MANIFEST],
  ['mf-manifest.json', 'exposes', MANIFEST],
])('P12 a %s with hundreds of thousands of wrong %s has one short problem', (path, list, valid) => {
  const text = (count: number) => JSON.stringify({ ...valid, [list]: new Array(count).fill(0) });
  expect(check({ [path]: text(400_000) })).toEqual([
    `${path} is missing, invalid or longer than 100000 characters`,
  ]);
  expect(check({ [path]: text(49_000) }).length).toBeLessThanOrEqual(100);
});
