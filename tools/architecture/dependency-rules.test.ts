import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_RULES, sourceRules } from './package-boundaries.mjs';
import { packageFolders } from './packages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const workspace = mkdtempSync(join(tmpdir(), 'touchline-rules-'));

/** The packages of an invented project with the configuration of this one. */
const PACKAGES = [
  'packages/rules',
  'packages/api',
  'packages/ui',
  'packages/host',
  'packages/service-kit',
  'packages/chain-ledger',
  'packages/standings',
  'packages/federation',
  'contracts',
  'gateway',
  'shell',
  'mf-staking',
  'mf-leaderboards',
  'services/games',
  'services/fpl-relay',
  'tools/local-stack',
  'tools/season-replay',
  'tools/demo-wallet',
  'tools/scenarios',
  'tools/bench',
  'e2e',
];
const LIBRARIES = [
  '@mantine/core',
  '@tanstack/react-query',
  '@tabler/icons-react',
  'viem',
  'react-router-dom',
  'react-redux',
];
/** Its files are those of this project. */
const CHECKS = 'tools/architecture';
/** The layers of packages with folders. */
const LAYERS: Record<string, string[][]> = {
  'packages/service-kit': [['http']],
  'tools/bench': [['top', 'sibling'], ['bottom'], ['joins', 'teams']],
  'tools/local-stack': [['bin'], ['product', 'start', 'testing'], ['bin/lib']],
};

function write(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

const imports = (path: string, imported: string) =>
  write(path, `import { it } from '${imported}';\nconsole.log(it);\n`);

function declare(folder: string, layers: unknown): void {
  const name = `@touchline/${folder.split('/').at(-1)}`;
  const exports = { './*': { source: './src/*.ts' } };
  mkdirSync(join(workspace, folder, folder === 'tools/bench' ? '' : 'src'), { recursive: true });
  write(`${folder}/package.json`, JSON.stringify({ name, type: 'module', layers, exports }));
  const link = join(workspace, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(workspace, folder), link);
}

const broken = [
  ['packages/rules/src/points.ts', '@touchline/api/games', 'pass what you need as an argument'],
  ['packages/rules/src/clock.ts', 'node:fs', 'pass what you need as an argument'],
  ['packages/api/src/games.ts', '@touchline/service-kit/http/route', 'schemas know no service'],
  ['packages/ui/src/pitch.ts', '@touchline/local-stack/product', 'take everything else as a prop'],
  ['packages/service-kit/src/http/app.ts', '@touchline/local-stack/testing', 'service-kit may import'],
  ['packages/chain-ledger/src/ledger.ts', '@touchline/fpl-relay/players', 'chain-ledger may import'],
  ['packages/standings/src/list.ts', '@touchline/api/games', 'standings may import rules only'],
  ['packages/federation/src/host.ts', '@touchline/rules/squad', 'no other package'],
  ['packages/host/src/host.ts', '@touchline/ui/base', 'take everything else as a prop'],
  ['mf-staking/src/page.ts', '@touchline/service-kit/http/route', 'useHost()'],
  ['mf-staking/src/button.ts', '@mantine/core', '@touchline/ui/base'],
  ['mf-staking/src/transfer.ts', 'viem', 'host.transfers'],
  ['mf-staking/src/query.ts', '@tanstack/react-query', '@touchline/host/query'],
  ['mf-staking/src/routes.ts', 'react-router-dom', '@touchline/host/router'],
  ['mf-staking/src/store.ts', 'react-redux', '@touchline/host/redux'],
  ['mf-staking/src/icon.ts', '@tabler/icons-react', '@touchline/ui/icons'],
  ['mf-staking/rspack.config.ts', '@touchline/local-stack/product', 'Build configuration'],
  ['mf-staking/src/session.ts', '../../shell/src/session.ts', 'by its name'],
  ['shell/src/app.ts', '@touchline/mf-leaderboards/remote', 'at run time'],
  ['services/games/src/app.ts', '@touchline/fpl-relay/players', 'over NATS'],
  ['services/games/src/feed.ts', '@touchline/local-stack/product', 'over NATS'],
  ['services/games/src/deploy.ts', '@touchline/contracts/deploy', 'ABI and prize trees of contracts'],
  ['packages/chain-ledger/src/deploy.ts', '@touchline/contracts/deploy', 'the ABI of contracts'],
  ['shell/src/deploy.ts', '@touchline/contracts/deploy', 'the ABI of contracts'],
  ['mf-staking/src/deploy.ts', '@touchline/contracts/deploy', 'the ABI of contracts'],
  ['gateway/src/app.ts', '@touchline/rules/squad', 'behind it'],
  ['tools/season-replay/src/feed.ts', '@touchline/api/games', 'rules only'],
  ['tools/demo-wallet/src/wallet.ts', '@touchline/rules/squad', 'no other package'],
  ['tools/local-stack/src/start.ts', '@touchline/fpl-relay/players', 'services as processes'],
  ['tools/local-stack/bin/start.mjs', '@touchline/fpl-relay/players', 'services as processes'],
  ['tools/local-stack/bin/check.mjs', '../../architecture/packages.mjs', 'by its name'],
  ['tools/local-stack/bin/test.mjs', './start.mjs', 'may import lower layers'],
  ['tools/local-stack/bin/lib/build.mjs', '../../src/product.ts', 'may import lower layers'],
  ['tools/scenarios/src/chaos.ts', '@touchline/fpl-relay/players', 'from outside'],
  ['tools/bench/joins.ts', '@touchline/fpl-relay/players', 'no import of a service'],
  ['tools/architecture/names.mjs', '@touchline/local-stack/product', 'read the repository as text'],
  ['e2e/src/players.ts', '@touchline/fpl-relay/players', 'in a browser'],
] as const;
const allowed = [
  ['packages/api/src/formations.ts', '@touchline/rules/squad'],
  ['mf-staking/src/layout.ts', '@touchline/ui/base'],
  ['services/games/src/routes.ts', '@touchline/service-kit/http/route'],
  ['services/games/src/prizes.ts', '@touchline/contracts/prize-tree'],
  ['shell/src/claim.ts', '@touchline/contracts/abi'],
  ['tools/local-stack/bin/publish.mjs', './lib/lock.mjs'],
  ['tools/bench/teams.ts', '@touchline/rules/squad'],
  ['shell/rspack.config.ts', '@touchline/federation/host'],
] as const;
const testsOnly = [
  ['services/games/src/app.test.ts', '@touchline/local-stack/testing', ''],
  ['services/fpl-relay/src/feed.test.ts', '@touchline/season-replay/replay', ''],
  ['services/games/src/deploy.test.ts', '@touchline/contracts/deploy', ''],
  ['services/games/src/other.test.ts', '@touchline/fpl-relay/players', 'over NATS'],
  ['services/games/src/double.ts', './testing/double.ts', 'out of testing/'],
] as const;
const targets = {
  'packages/api': ['games'],
  'packages/rules': ['squad'],
  'packages/service-kit': ['http/route'],
  'packages/ui': ['base'],
  'tools/local-stack': ['product', 'testing'],
  'tools/season-replay': ['replay'],
  contracts: ['abi', 'deploy', 'prize-tree'],
  shell: ['session'],
  'mf-leaderboards': ['remote'],
  'services/fpl-relay': ['players'],
};

beforeAll(() => {
  for (const name of ['tools/architecture', '.dependency-cruiser.mjs', '.dependency-cruiser.tests.mjs'])
    cpSync(join(root, name), join(workspace, name), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module', workspaces: [...PACKAGES, CHECKS] }));
  for (const folder of PACKAGES) declare(folder, LAYERS[folder] ?? 'flat');
  for (const library of LIBRARIES) {
    write(`node_modules/${library}/package.json`, JSON.stringify({ name: library, main: 'index.js' }));
    write(`node_modules/${library}/index.js`, 'export const it = 1;\n');
  }
  for (const [folder, files] of Object.entries(targets))
    for (const file of files) write(`${folder}/src/${file}.ts`, 'export const it = 1;\n');
  for (const [path, imported] of [...broken, ...allowed, ...testsOnly]) imports(path, imported);
  write('services/games/src/testing/double.ts', 'export const it = 1;\n');
  write('tools/local-stack/bin/lib/lock.mjs', 'export const it = 1;\n');

  imports('tools/bench/top/page.ts', '../bottom/store.ts');
  imports('tools/bench/sibling/page.ts', '../top/page.ts');
  imports('tools/bench/bottom/store.ts', '../top/types.ts');
  write('tools/bench/top/types.ts', 'export const it = 1;\n');
  imports('tools/bench/bottom/one.ts', './two.ts');
  imports('tools/bench/bottom/two.ts', './one.ts');
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
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...options, ...PACKAGES, CHECKS], {
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

describe('package boundaries', () => {
  let violations: Violation[];
  beforeAll(() => {
    violations = cruise('.dependency-cruiser.mjs');
  });
  const commentsAbout = (path: string) =>
    violations.filter(({ from }) => from === path).map(({ rule, comment }) => `${rule.name}: ${comment}`);

  it.each(broken)('the boundaries do not allow that %s imports %s, with a hint', (path, _imported, hint) => {
    expect(commentsAbout(path).join('\n')).toContain(hint);
  });

  it.each(allowed)('the boundaries allow %s to import %s', (path) => {
    expect(commentsAbout(path)).toEqual([]);
  });

  it('the boundaries allow no cycle of files', () => {
    expect(commentsAbout('tools/bench/bottom/one.ts').join()).toContain('no cycle of files');
  });

  it('the boundaries allow no cycle of folders', () => {
    expect(violations.map(({ rule }) => rule.name)).toContain('no cycle of folders');
  });

  it('a module imports lower layers only, no higher one and no other module of its layer', () => {
    expect(commentsAbout('tools/bench/bottom/store.ts').join()).toContain('may import lower layers');
    expect(commentsAbout('tools/bench/sibling/page.ts').join()).toContain('may import lower layers');
    expect(commentsAbout('tools/bench/top/page.ts')).toEqual([]);
  });
});

describe('rules of packages', () => {
  const folders = packageFolders(root);
  const rule = (folder: string) =>
    PACKAGE_RULES.find(({ of }: { of: string }) => new RegExp(`^(?:${of})$`).test(folder));

  it('every package of this project has a rule, and a package without one is an error', () => {
    expect(folders.filter((folder: string) => !rule(folder))).toEqual([]);
    expect(() => sourceRules([...folders, 'tools/other'])).toThrow(/tools\/other has no rule/);
  });

  it('the rules allow no cycle of packages', () => {
    const reachable = (folder: string): string[] =>
      (rule(folder)?.may ?? []).flatMap((other: string) => [other, ...reachable(other)]);
    for (const folder of folders) expect(reachable(folder)).not.toContain(folder);
  });
});

describe('package boundaries of tests', () => {
  let violations: Violation[];
  beforeAll(() => {
    violations = cruise('.dependency-cruiser.tests.mjs');
  });

  it.each(testsOnly)('the boundaries of tests decide whether %s may import %s', (path, _imported, hint) => {
    const found = violations.filter(({ from }) => from === path).map(({ comment }) => comment);
    if (hint) expect(found.join()).toContain(hint);
    else expect(found).toEqual([]);
  });
});
