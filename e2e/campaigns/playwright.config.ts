import { defineConfig } from '@playwright/test';
import stories from '../playwright.config.ts';

/** Campaigns against a whole product: commands of their own, too long for every test run. */
export default defineConfig({
  ...stories,
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // The player of the weekly game opens and closes pages beside the tests, which recordings would trip over.
  use: { ...stories.use, trace: 'off', screenshot: 'off' },
  projects: stories.projects?.filter(({ name }) => name === 'desktop') ?? [],
});
