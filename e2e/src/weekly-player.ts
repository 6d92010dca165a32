import { type Browser, expect, type Page } from '@playwright/test';
import { DEMO_PLAYERS } from '@touchline/local-stack/demo-data/names';
import { signIn } from './demo-wallet.ts';
import { openFromHeader } from './navigation.ts';
import { press, saved } from './team-page.ts';

/** Each joins the weekly game once; later rounds edit and look. */
const PLAYERS = DEMO_PLAYERS.slice(0, 6);
const TIMEOUT_MS = 45_000;

/** A player who plays the weekly game repeatedly, in a separate browser. */
export interface WeeklyPlayer {
  /** Number of finished rounds. */
  rounds(): number;
  /** Problems on their pages since the last call: failed requests, console errors, steps that were impossible. */
  troubles(): string[];
  /** Waits for the end of the round. */
  stop(): Promise<void>;
}

export function startWeeklyPlayer(browser: Browser, url: string): WeeklyPlayer {
  const troubles: string[] = [];
  let rounds = 0;
  let stopped = false;
  const patient = expect.configure({ timeout: TIMEOUT_MS });

  async function play(): Promise<void> {
    while (!stopped) {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 } });
      context.setDefaultTimeout(TIMEOUT_MS);
      const page = await context.newPage();
      watch(page, (trouble) => troubles.push(trouble));
      const player = PLAYERS[rounds % PLAYERS.length];
      try {
        await signIn(page, player);
        await playRound(page, patient, rounds < PLAYERS.length);
      } catch (error) {
        troubles.push(`round ${rounds + 1}, on ${page.url()}: ${String(error)}`);
      }
      rounds++;
      await context.close();
    }
  }
  const playing = play();
  return {
    rounds: () => rounds,
    troubles: () => troubles.splice(0),
    stop() {
      stopped = true;
      return playing;
    },
  };
}

/** Reports every problem that a visitor could notice or find in the console. */
function watch(page: Page, report: (trouble: string) => void): void {
  const at = () => new URL(page.url()).pathname;
  page.on('pageerror', (error) => report(`${at()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') report(`${at()}: console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) report(`${at()}: ${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // The page aborts its stream and open requests when it is closed.
    if (reason !== 'net::ERR_ABORTED') report(`${at()}: ${reason} ${request.url()}`);
  });
}

async function playRound(page: Page, patient: typeof expect, isNew: boolean): Promise<void> {
  if (isNew) await buildAndJoin(page, patient);
  else await openFromHeader(page, 'My Team');
  const view = page.getByRole('button', { name: /^View Gameweek/ });
  const game = (await view.getAttribute('aria-label'))?.replace('View ', '') ?? '';
  await view.click();
  await press(page, 'Edit Team');
  const captain = page.getByRole('combobox', { name: /^Captain/ });
  const chosen = await captain.inputValue();
  const others = await captain
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  await captain.selectOption(others.filter((value) => value && value !== chosen)[3] ?? '');
  await press(page, 'Save Changes');
  await saved(page);
  await openFromHeader(page, 'Rankings');
  const games = page.getByRole('combobox', { name: 'Game', exact: true });
  await games.selectOption(
    (await games.locator('option', { hasText: game }).first().getAttribute('value')) ?? '',
  );
  await patient(page.getByRole('row').filter({ hasText: 'You' }).first()).toBeVisible();
  await openFromHeader(page, 'Fixtures');
  await patient(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openFromHeader(page, 'Home');
}

async function buildAndJoin(page: Page, patient: typeof expect): Promise<void> {
  await page.getByRole('button', { name: 'Start Playing Now' }).click();
  const weekly = page
    .getByRole('list', { name: 'Games', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Weekly' });
  await weekly.getByRole('button', { name: 'Join', exact: true }).click();
  await press(page, 'Random Pick');
  await patient(page.getByText('11/11 on field')).toBeVisible();
  await press(page, 'Create Team');
  await patient(page).toHaveURL(/\/my-team$/);
}
