import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** Long scenarios against a whole product. Each has its own command, because it would slow down every test run. */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // The weekly player opens and closes pages during the tests, which breaks recordings.
  use: { ...tests.use, trace: 'off', screenshot: 'off' },
  projects: tests.projects?.filter(({ name }) => name === 'desktop') ?? [],
});
