import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests compare formatted times. Workers inherit it.
process.env.TZ = 'UTC';

/**
 * Resolves packages to their sources, so that tests need no build. On the server side as Node does, without `module`: what
 * packages keep there for bundlers is not always something that Node can load (@opentelemetry/api).
 */
const fromSource = {
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['source', 'node', 'development|production'] } },
};

const quick = ['packages/rules', 'packages/standings', 'packages/api', 'packages/federation'];
const services = [
  'packages/service-kit',
  'packages/chain-ledger',
  'services/*',
  'gateway',
  'contracts',
  'tools/local-stack',
  'tools/season-replay',
  'tools/scenarios',
  'tools/architecture',
];
const browser = ['packages/ui', 'packages/host', 'mf-*', 'tools/demo-wallet', 'shell'];

const testsOf = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
/**
 * Component tests that cannot share modules. The wallet library remembers a pending reconnection in its module, and fake timers keep
 * it pending. Code that cannot be loaded must not have been loaded by an earlier file, nor fail in a later one.
 */
const ISOLATED = ['shell/src/{prizes,wallet}/**/*.test.{ts,tsx}', '{shell,mf-*}/src/**/*not-loaded.test.tsx'];
/** How the testing library waits in component tests. */
const setupFiles = ['./vitest.browser.ts'];
/** Objects of a test are garbage after it: with V8's small space for new ones, the collector copied many of them. */
const execArgv = ['--min-semi-space-size=16', '--max-semi-space-size=64'];
/** Ends a test that hangs; on a busy machine, tests of a whole service take a multiple of their usual time. */
const TEST_TIMEOUT = 60_000;
/** The same for hooks, which start services and read the archive of a season. */
const HOOK_TIMEOUT = 120_000;
/** Options of assertions: `expect.poll` waits this long. A limit of a hanging test, not of a slow machine. */
const EXPECT = { poll: { timeout: 30_000 } };
const never = ['**/node_modules/**', '**/dist/**'];

/** Whole products take longest: they start first, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/tools\/(scenarios\/src\/season|local-stack\/src)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Files share their worker's modules (`isolate: false`): loading libraries again for each file took longer than the tests. So no
 * test may leave anything behind in a module.
 */
export default defineConfig({
  test: {
    // For two cores: while tests wait for polls, blocks and timeouts, two more workers compute.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...fromSource,
        test: {
          name: 'pure',
          environment: 'node',
          execArgv,
          include: testsOf(quick),
          exclude: never,
          testTimeout: TEST_TIMEOUT,
          hookTimeout: HOOK_TIMEOUT,
          expect: EXPECT,
          isolate: false,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'services',
          environment: 'node',
          execArgv,
          include: testsOf(services),
          exclude: never,
          globalSetup: './tools/local-stack/src/vitest-postgres.ts',
          pool: 'forks',
          isolate: false,
          testTimeout: TEST_TIMEOUT,
          hookTimeout: HOOK_TIMEOUT,
          expect: EXPECT,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'browser',
          environment: 'happy-dom',
          setupFiles,
          execArgv,
          include: testsOf(browser),
          exclude: [...never, ...ISOLATED],
          testTimeout: TEST_TIMEOUT,
          hookTimeout: HOOK_TIMEOUT,
          expect: EXPECT,
          isolate: false,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'isolated',
          environment: 'happy-dom',
          setupFiles,
          execArgv,
          include: ISOLATED,
          exclude: never,
          testTimeout: TEST_TIMEOUT,
          hookTimeout: HOOK_TIMEOUT,
          expect: EXPECT,
        },
      },
    ],
  },
});
