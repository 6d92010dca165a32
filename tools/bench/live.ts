import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { type Product, withProduct } from '@touchline/local-stack/product';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { formatTimes } from './figures/statistics.ts';
import { findWeeklyGame } from './host/weekly-game.ts';
import { openBrowser } from './web/browser.ts';

parseArgs(); // no options

/** npm run bench -- live: time from a goal in the feed to its row on an open leaderboard page. */
const LIMIT_MS = 2000;
/** Three polls without a change: the previous goal has arrived everywhere. */
const IDLE_MS = 1500;
const TEAMS = 40;
const GOALS = 12;
const GAMEWEEK = 6;

// The relay polls twice a second; the rest of the calendar is as in `npm start`.
process.env.CALENDAR = JSON.stringify({ poll_live_seconds: 0.5 });

interface Team {
  participation: string;
  field: readonly number[];
}

await withProduct({ replay: { paused: true, fromGameweek: GAMEWEEK }, say: log }, async (product) => {
  const browser = await openBrowser();
  try {
    const { game, teams } = await joinTeams(product);
    const page = await browser.newPage();
    await page.goto(`${product.url}/rankings?section=weekly&game=${game}&per_page=100`);
    await page
      .locator('[data-flip]')
      .nth(TEAMS - 1)
      .waitFor();
    await product.replay.advance({ to: { gameweek: GAMEWEEK, phase: 'kickoff-1' } });
    await watchRows(page);
    report(await measureGoals(product, page, teams));
  } finally {
    await browser.close();
  }
});

/** Joins the weekly game with enough random teams that most scorers are in one of them. */
async function joinTeams(on: Product): Promise<{ game: string; teams: Team[] }> {
  const game = await findWeeklyGame(on, GAMEWEEK);
  const football = await on.api.request(bootstrap);
  const teams: Team[] = [];
  for (let number = 1; number <= TEAMS; number++) {
    const { client } = await signedInClient(on.url);
    const body = randomTeam(football, `Team ${number}`);
    const joined = requireParticipation(await client.request(joinGame, { params: { id: game.id }, body }));
    teams.push({ participation: joined.id, field: body.field_players });
  }
  return { game: game.id, teams };
}

/** Makes the page record the time of the last change of each row. */
async function watchRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Map<string, string>();
    const changed: Record<string, number> = {};
    Object.assign(window, { changed });
    const record = () => {
      for (const row of document.querySelectorAll<HTMLElement>('[data-flip]')) {
        const id = row.dataset.flip ?? '';
        const text = row.textContent ?? '';
        if (seen.get(id) !== text) changed[id] = Date.now();
        seen.set(id, text);
      }
    };
    record();
    new MutationObserver(record).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

/** Advances the replay goal by goal and measures each goal whose scorer is in a team on the page. */
async function measureGoals(on: Product, page: Page, teams: readonly Team[]): Promise<number[]> {
  const latencies: number[] = [];
  while (latencies.length < GOALS) {
    await waitUntilIdle(page);
    const { goal } = await on.replay.advance({ to: 'next-goal' });
    if (!goal) throw new Error('the replay returned no goal');
    const owner = teams.find((team) => team.field.includes(goal.scorer));
    if (!owner) continue;
    const handle = await page.waitForFunction(
      ([id, since]) => {
        const at = (window as unknown as { changed: Record<string, number> }).changed[id] ?? 0;
        return at > since && at;
      },
      [owner.participation, goal.changed_at] as const,
      { timeout: 30_000, polling: 20 },
    );
    latencies.push(Number(await handle.jsonValue()) - goal.changed_at);
  }
  return latencies;
}

/** Waits until no row has changed for IDLE_MS, so that the next change belongs to the next goal. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForFunction(
    (idleMs) => {
      const { changed } = window as unknown as { changed: Record<string, number> };
      return Date.now() - Math.max(...Object.values(changed)) > idleMs;
    },
    IDLE_MS,
    { timeout: 30_000, polling: 50 },
  );
}

function report(latencies: readonly number[]): void {
  const limits = createLimits();
  for (const ms of latencies)
    limits.check('goal in the feed to row on the page', ms, { max: LIMIT_MS }, 'ms');
  log(formatTimes(latencies));
  limits.close();
}
