import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { withLock } from '../../bin/lib/lock.mjs';
import { cacheDir } from './cache-dir.ts';
import { unpackChromium, unpackedChromium } from './chromium-unpacked.ts';
import { aptInstall, hasApt } from './debian.ts';
import { findProgram, isExecutable } from './find-program.ts';

const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const INSTALL_HELP = `The end-to-end tests need Chromium and it could not be installed automatically. Do one of:
  - install it: Debian \`apt-get install chromium\`, macOS \`brew install --cask google-chrome\`
  - npx playwright install --with-deps chromium
  - set CHROME_PATH to an installed chromium or chrome`;

/**
 * The browser for the tests: $CHROME_PATH, an installed Chromium or Chrome, Debian's package (installed as root, otherwise
 * unpacked into the user's cache), or Playwright's download.
 * @param project the project's root, where Playwright is installed
 * @throws Error with instructions when there is none
 */
export async function browserPath(project: string, say: (text: string) => void): Promise<string> {
  return givenPath() ?? findOrInstall(project, say);
}

/** Starts the browser without background traffic and without a sandbox, which root and containers lack: options of Playwright. */
export async function browserOptions(project: string, say: (text: string) => void) {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];
  return { executablePath: await browserPath(project, say), args };
}

/** Like `browserPath`, without headless shells: those show no notifications. */
export async function fullBrowserPath(project: string, say: (text: string) => void): Promise<string> {
  const given = givenPath();
  return given && !given.includes('headless-shell') ? given : findOrInstall(project, say);
}

/** @throws Error when $CHROME_PATH is not executable */
function givenPath(): string | undefined {
  const given = process.env.CHROME_PATH;
  if (given && !isExecutable(given)) throw new Error(`CHROME_PATH=${given} is not executable`);
  return given || undefined;
}

async function findOrInstall(project: string, say: (text: string) => void): Promise<string> {
  const known = installed() ?? unpackedChromium() ?? playwrightBrowser(project);
  if (known) return known;
  return whileLocked(say, async () => installed() ?? unpackedChromium() ?? (await install(project, say)));
}

/** Runs an installation, of which only one runs at a time. */
const whileLocked = <T>(say: (text: string) => void, install: () => Promise<T>): Promise<T> =>
  withLock(join(cacheDir(), 'browser.lock'), install, {
    onWait: (owner) => say(`waiting for process ${owner}, which is installing a browser`),
  });

/**
 * The browser of the end-to-end tests: $CHROME_PATH, or Chromium's headless shell (an installed one, or Debian's package installed as
 * root), else `browserPath`. The shell draws no window, so pages render faster.
 */
export async function headlessBrowserPath(project: string, say: (text: string) => void): Promise<string> {
  const shell = () => findProgram(SHELL, 'chrome-headless-shell');
  if (!process.env.CHROME_PATH && !shell() && hasApt() && process.getuid?.() === 0)
    await whileLocked(say, async () => {
      if (shell()) return;
      say(`installing ${SHELL} (apt-get, once)`);
      await aptInstall([SHELL]).catch(() => say(`${SHELL} is not available; using the full browser`));
    });
  return givenPath() ?? shell() ?? findOrInstall(project, say);
}

function installed(): string | undefined {
  return findProgram(...NAMES) ?? (isExecutable(MAC) ? MAC : undefined);
}

async function install(project: string, say: (text: string) => void): Promise<string> {
  let why = '';
  if (hasApt()) {
    const path = await fromDebian(say).catch((error: Error) => {
      why = `\n(${error.message})`;
      return undefined;
    });
    if (path) return path;
  }
  say('downloading chromium (playwright install, once)');
  const { status } = spawnSync(process.execPath, [playwrightCli(project), 'install', 'chromium'], {
    cwd: project,
    stdio: 'inherit',
  });
  const path = status === 0 ? playwrightBrowser(project) : undefined;
  if (!path) throw new Error(`${INSTALL_HELP}${why}`);
  return path;
}

async function fromDebian(say: (text: string) => void): Promise<string | undefined> {
  if (process.getuid?.() === 0) {
    say('installing chromium (apt-get, once)');
    await aptInstall(['chromium']);
    return installed();
  }
  say('unpacking chromium from Debian into the cache (once)');
  return unpackChromium();
}

function playwrightCli(project: string): string {
  return join(playwrightFolder(project), 'cli.js');
}

function playwrightFolder(project: string): string {
  return dirname(
    createRequire(join(project, 'e2e', 'package.json')).resolve('@playwright/test/package.json'),
  );
}

/** Playwright's own browser, if it is installed. */
function playwrightBrowser(project: string): string | undefined {
  const script = `console.log(require(${JSON.stringify(playwrightFolder(project))}).chromium.executablePath())`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  const path = stdout.trim();
  return path && isExecutable(path) ? path : undefined;
}
