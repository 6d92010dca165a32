import { defineConfig, devices } from '@playwright/test';

const chromium = {
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The headless shell fits glyphs to whole pixels otherwise, which makes text wider than on any phone.
    '--font-render-hinting=none',
  ],
};

/** Tests in a real browser against a whole product that the worker starts. */
export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  // One waits for blocks, polls and animations while the other computes.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Limits of a hanging test, not of a slow machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    launchOptions: chromium,
    actionTimeout: 30_000,
    // Traces are recorded on demand (`--trace on`): recording those of all tests took a twelfth of the run time.
    trace: 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // Routes of a test do not see the requests of a worker. Tests about the worker allow it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone',
      testMatch: /.*\.responsive\.spec\.ts/,
      // Tests of a responsive page whose subject is the same on every screen.
      grepInvert: /@desktop/,
      // In one product, while the other worker has the desktop's.
      workers: 1,
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, launchOptions: chromium },
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 860 } } },
  ],
});
