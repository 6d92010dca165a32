import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFloors } from './floors.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const workspace = mkdtempSync(join(tmpdir(), 'touchline-laws-'));

/** The packages of a made-up project with the configuration of this one. */
const PACKAGES = [
  ...['packages/rules', 'packages/api', 'packages/ui', 'packages/service-kit', 'gateway', 'shell', 'bench'],
  ...['mf-staking', 'mf-leaderboards', 'services/games', 'services/fpl-relay', 'platform', 'replay'],
];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

const imports = (path: string, imported: string) =>
  write(path, `import { it } from '${imported}';\nconsole.log(it);\n`);

function declare(folder: string, floors: unknown): void {
  const name = `@touchline/${folder.split('/').at(-1)}`;
  const exports = { './*': { source: './src/*.ts' } };
  write(`${folder}/package.json`, JSON.stringify({ name, type: 'module', floors, exports }));
  const link = join(workspace, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(workspace, folder), link);
}

const broken = [
  ['packages/rules/src/points.ts', '@touchline/api/games', 'pass what you need as an argument'],
  ['packages/rules/src/clock.ts', 'node:fs', 'pass what you need as an argument'],
  ['packages/api/src/games.ts', '@touchline/service-kit/route', 'schemas know no service'],
  ['packages/ui/src/pitch.ts', '@touchline/platform/product', 'take everything else as a prop'],
  ['packages/service-kit/src/app.ts', '@touchline/platform/testing', 'service-kit may import'],
  ['mf-staking/src/page.ts', '@touchline/service-kit/route', 'useHost()'],
  ['mf-staking/src/button.ts', '@mantine/core', '@touchline/ui/base'],
  ['mf-staking/src/transfer.ts', 'viem', 'host.transfers'],
  ['mf-staking/src/session.ts', '../../shell/src/session.ts', 'by its name'],
  ['shell/src/app.ts', '@touchline/mf-leaderboards/remote', 'at run time'],
  ['services/games/src/app.ts', '@touchline/fpl-relay/players', 'over the bus'],
  ['services/games/src/feed.ts', '@touchline/platform/product', 'over the bus'],
  ['gateway/src/app.ts', '@touchline/rules/squad', 'live behind it'],
] as const;
const allowed = [
  ['packages/api/src/formations.ts', '@touchline/rules/squad'],
  ['mf-staking/src/layout.ts', '@touchline/ui/base'],
  ['services/games/src/routes.ts', '@touchline/service-kit/route'],
] as const;
const testsOnly = [
  ['services/games/src/app.test.ts', '@touchline/platform/testing', ''],
  ['services/fpl-relay/src/feed.test.ts', '@touchline/replay/replay', ''],
  ['services/games/src/other.test.ts', '@touchline/fpl-relay/players', 'over the bus'],
  ['services/games/src/double.ts', './testing/double.ts', 'out of testing/'],
] as const;
const targets = {
  'packages/api': ['games'],
  'packages/rules': ['squad'],
  'packages/service-kit': ['route'],
  'packages/ui': ['base'],
  platform: ['product', 'testing'],
  replay: ['replay'],
  shell: ['session'],
  'mf-leaderboards': ['remote'],
  'services/fpl-relay': ['players'],
};

beforeAll(() => {
  for (const name of ['checks/laws', '.dependency-cruiser.mjs', '.dependency-cruiser.tests.mjs'])
    cpSync(join(root, name), join(workspace, name), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module', workspaces: PACKAGES }));
  for (const folder of PACKAGES)
    declare(folder, folder === 'bench' ? [['top', 'beside'], ['ground']] : 'shelf');
  for (const library of ['@mantine/core', 'viem']) {
    write(`node_modules/${library}/package.json`, JSON.stringify({ name: library, main: 'index.js' }));
    write(`node_modules/${library}/index.js`, 'export const it = 1;\n');
  }
  for (const [folder, files] of Object.entries(targets))
    for (const file of files) write(`${folder}/src/${file}.ts`, 'export const it = 1;\n');
  for (const [path, imported] of [...broken, ...allowed, ...testsOnly]) imports(path, imported);
  write('services/games/src/testing/double.ts', 'export const it = 1;\n');

  imports('bench/src/top/page.ts', '../ground/store.ts');
  imports('bench/src/beside/page.ts', '../top/page.ts');
  imports('bench/src/ground/store.ts', '../top/types.ts');
  write('bench/src/top/types.ts', 'export const it = 1;\n');
  imports('bench/src/ground/one.ts', './two.ts');
  imports('bench/src/ground/two.ts', './one.ts');
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  readonly comment?: string;
}

/** Runs dependency-cruiser with the project's own configuration. */
function cruise(configuration: string): Violation[] {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const options = ['--config', configuration, '--output-type', 'json', '--no-cache'];
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...options, ...PACKAGES], {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: Violation[]; ruleSetUsed: { forbidden: { name: string; comment?: string }[] } };
  };
  const comments = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
  return summary.violations.map((one) => ({ ...one, comment: comments.get(one.rule.name) ?? '' }));
}

describe('the laws for product code', () => {
  let violations: Violation[];
  beforeAll(() => {
    violations = cruise('.dependency-cruiser.mjs');
  }, 60_000);
  const commentsAbout = (path: string) =>
    violations.filter(({ from }) => from === path).map(({ rule, comment }) => `${rule.name}: ${comment}`);

  it.each(broken)('refuse that %s imports %s and name the way out', (path, _imported, wayOut) => {
    expect(commentsAbout(path).join('\n')).toContain(wayOut);
  });

  it.each(allowed)('let %s import %s', (path) => {
    expect(commentsAbout(path)).toEqual([]);
  });

  it('refuse a circle of files', () => {
    expect(commentsAbout('bench/src/ground/one.ts').join()).toContain('no circle of files');
  });

  it('refuse a circle of folders', () => {
    expect(violations.map(({ rule }) => rule.name)).toContain('no circle of folders');
  });

  it('refuse imports upwards and of a neighbour on the same floor, allow imports downwards', () => {
    expect(commentsAbout('bench/src/ground/store.ts').join()).toContain('may import lower floors');
    expect(commentsAbout('bench/src/beside/page.ts').join()).toContain('may import lower floors');
    expect(commentsAbout('bench/src/top/page.ts')).toEqual([]);
  });
});

describe('the laws for tests', () => {
  let violations: Violation[];
  beforeAll(() => {
    violations = cruise('.dependency-cruiser.tests.mjs');
  }, 60_000);

  it.each(testsOnly)('decide whether %s may import %s', (path, _imported, wayOut) => {
    const found = violations.filter(({ from }) => from === path).map(({ comment }) => comment);
    if (wayOut) expect(found.join()).toContain(wayOut);
    else expect(found).toEqual([]);
  });
});

describe('floors', () => {
  function floorsOf(floors: unknown, rooms: readonly string[]): () => unknown {
    const folder = mkdtempSync(join(workspace, 'floors-'));
    const name = folder.slice(workspace.length + 1);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(floors ? { floors } : {}));
    for (const room of ['', ...rooms]) mkdirSync(join(folder, 'src', room), { recursive: true });
    return () => readFloors(workspace, [name]);
  }

  it('list every room', () => {
    expect(floorsOf([['top'], ['ground']], ['top', 'ground'])).not.toThrow();
    expect(floorsOf([['top']], ['top', 'attic'])).toThrow(/src\/attic stands on no floor/);
    expect(floorsOf([['top', 'cellar']], ['top'])).toThrow(/a floor for cellar, which is not in src/);
    expect(floorsOf(undefined, ['top'])).toThrow(/declares no "floors"/);
  });

  it('are required as soon as there are folders', () => {
    expect(floorsOf('shelf', [])).not.toThrow();
    expect(floorsOf('shelf', ['testing'])).not.toThrow();
    expect(floorsOf('shelf', ['testing', 'top'])).toThrow(/top is a folder, so .* is no shelf/);
  });
});
