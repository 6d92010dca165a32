import { defineConfig } from 'vitest/config';

/** Packages are taken from their source, so that no build is needed before a test. */
const fromSource = {
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
};

const quick = ['packages/rules', 'packages/api', 'packages/federation'];
const onParts = [
  'packages/service-kit',
  'packages/chain-ledger',
  'services/*',
  'gateway',
  'chain',
  'platform',
  'replay',
  'checks',
];
const browser = ['packages/ui', 'packages/host', 'shell', 'mf-*', 'demo-wallet'];

const testsOf = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
const never = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { ...fromSource, test: { name: 'pure', environment: 'node', include: testsOf(quick), exclude: never } },
      {
        ...fromSource,
        test: {
          name: 'parts',
          environment: 'node',
          include: testsOf(onParts),
          exclude: never,
          globalSetup: './platform/src/vitest-postgres.ts',
          pool: 'forks',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'browser',
          environment: 'happy-dom',
          include: testsOf(browser),
          exclude: never,
          testTimeout: 15_000,
        },
      },
    ],
  },
});
