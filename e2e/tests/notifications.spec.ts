import { expect } from '@playwright/test';
import { type JoinBody, joinGame, requireParticipation } from '@touchline/api/http/entries';
import { type Bootstrap, bootstrap, gameweekFixtures } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { notificationKind, saveNotifications } from '@touchline/api/http/notifications';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { endGame, fundPrizes, pushPrizes, waitForPrizes } from '@touchline/local-stack/demo-data/pay-prizes';
import { fullBrowserPath } from '@touchline/local-stack/dependencies/browser';
import { type PushService, startPushService } from '@touchline/local-stack/dependencies/push-service';
import { PROJECT, type Product } from '@touchline/local-stack/product';
import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { randomFrom } from '@touchline/season-replay/random';
import { demoClient, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { test as base } from '../src/product.ts';
import { openNotifications, openPushBrowser, replacePushService, turnOnNotifications } from '../src/push.ts';
import { kickoffPhases, playToGoalOf } from '../src/replay.ts';

// The push service must be known before the product starts.
const service: PushService = await startPushService();
const test = base;
/** Gameweek 12, the second to come, has a match less than others. */
const FROM_GAMEWEEK = 11;
test.use({
  serviceWorkers: 'allow',
  // Headless shells show no notifications.
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, executablePath: await fullBrowserPath(PROJECT, console.log) }),
  // The first kick-off of a gameweek follows that of the previous one after 24 hours, and its end after less than three.
  productReplay: { fromGameweek: FROM_GAMEWEEK, gameweekMinutes: 24 * 60 },
  productEnv: { games: { PRIZE_REVIEW_MINUTES: '0.2', PUSH_SERVICES: service.origin } },
});
test.afterAll(() => service.stop());

const TEAMS = 100;
const PLAYER = { name: 'Nell Fairbank', index: 1 };

test('notifications cover a week, from the deadline to the prize', async ({ page, stack: { product } }) => {
  test.setTimeout(300_000);
  const [device, otherDevice] = [service.subscribe(), service.subscribe()];
  await replacePushService(page, device, product.url);
  await signIn(page, PLAYER.name);
  await turnOnNotifications(page);
  const browser = await openPushBrowser(page, device);
  const client = await demoClient(product, PLAYER.index);
  await client.request(saveNotifications, {
    body: {
      subscription: otherDevice.subscription,
      kinds: [...notificationKind.options],
      muted_games: [],
      quiet_hours: null,
    },
  });
  // A second tab of the same browser, which the user has seen last.
  const tab = await page.context().newPage();
  await tab.goto('/');

  const now = await nextWeekly(product);
  const scorers = await pickScorers(product, now.first_gameweek);
  requireParticipation(await client.request(joinGame, { params: { id: now.id }, body: scorers }));
  const game = await secondWeekly(product);
  const gameweek = game.first_gameweek;
  const { team, weaker, absent, phase } = await pickTeam(product, gameweek);
  const { id } = requireParticipation(
    await client.request(joinGame, { params: { id: game.id }, body: team }),
  );
  const rival = await signedInClient(product.url);
  await rival.client.request(joinGame, { params: { id: game.id }, body: weaker });

  // A paused replay reports deadlines later than they are.
  await product.replay.resume();

  await test.step('24 hours before the deadline, and a starter without a match', async () => {
    await product.replay.advance({ to: { gameweek: gameweek - 1, phase: 'kickoff-1' } });
    await browser.receive(/^Deadline in 24 hours: Gameweek 12$/);
    const { title, body } = await browser.receive(/can't play in Gameweek 12$/);
    expect(title).toMatch(/^(A starter|\d starters) can't play/);
    expect(body).toContain(`${absent} (no match)`);
  });

  await test.step('goal', async () => {
    await playToGoalOf(product, scorers.roster);
    await browser.receive(/^Goal!/);
  });

  await test.step('two hours and 30 minutes before the deadline', async () => {
    await product.replay.advance({ to: { gameweek: gameweek - 1, phase: 'checked' } });
    // Match minutes, of 106 seconds each.
    await product.replay.advance({ minutes: 35 });
    await browser.receive(/^Deadline in 2 hours: Gameweek 12$/);
    await product.replay.advance({ minutes: 51 });
    const { body } = await browser.receive(/^Deadline in 2\d minutes: Gameweek 12$/);
    expect(body).toContain("can't play");
  });

  await test.step("the captain's kick-off, and a press that opens the team", async () => {
    await product.replay.advance({ to: { gameweek, phase } });
    const message = await browser.receive(/^Kick-off/, `/team-view/${id}`);
    expect(message.body).toContain('Your captain');
    await browser.press(message);
    await expect(tab).toHaveURL(`/team-view/${id}`);
  });

  await test.step('result and prize', async () => {
    const admin = await demoClient(product, 0);
    await product.replay.advance({ to: { gameweek, phase: 'checked' } });
    await endGame(admin, game);
    await waitForPrizes(product, game, ['SETTLED']);
    const { body } = await browser.receive(new RegExp(`^${game.name} is final$`));
    expect(body).toMatch(/^You finished 1st of 2 and won/);
    await fundPrizes(product, admin, [game]);
    await waitForPrizes(product, game, ['FUNDED']);
    await pushPrizes(product, admin, game);
    await browser.receive(/^Prize paid$/);
  });

  await test.step('each device got each message once', async () => {
    const list = ({ messages }: typeof device) => messages.map(({ tag, title }) => `${tag} ${title}`).sort();
    await expect.poll(() => list(otherDevice).join() === list(device).join()).toBe(true);
    expect(list(device)).toEqual([...new Set(list(device))]);
  });

  await test.step('unsubscribe in one press', async () => {
    await page.reload();
    await openNotifications(page);
    await page.getByRole('button', { name: 'Turn off notifications' }).click();
    await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  });
});

/** The weekly game after the next one: reminders of the next deadline are due before the browser subscribes. */
async function secondWeekly(product: Product): Promise<Game> {
  const client = await demoClient(product, 0);
  const { games } = await client.request(listGames, {
    query: { game_type: 'WEEKLY', status: 'UPCOMING', limit: '100' },
  });
  const [, second] = games.sort((a, b) => a.first_gameweek - b.first_gameweek);
  if (!second) throw new Error('there is only one upcoming weekly game');
  return second;
}

/**
 * A team with a starter whose club has no match (`absent`, its name) and with a captain who plays first among its starters, and
 * the phase in which the captain's match kicks off. `weaker` has the same players and another captain.
 */
async function pickTeam(product: Product, gameweek: number) {
  const client = await demoClient(product, 0);
  const { players } = await client.request(bootstrap);
  const { fixtures } = await client.request(gameweekFixtures, { params: { gameweek: String(gameweek) } });
  const phases = await kickoffPhases(product, gameweek);
  const find = (id: number) => players.find((player) => player.id === id)!;
  const phaseOf = (id: number) => {
    const { team: club } = find(id);
    const match = fixtures.find(({ team_h, team_a }) => team_h === club || team_a === club);
    return match ? Number(phases.get(match.id)!.replace('kickoff-', '')) : Number.POSITIVE_INFINITY;
  };
  for (const team of listTeams(players, 'Notified')) {
    const starters = team.field_players.toSorted((a, b) => phaseOf(a) - phaseOf(b));
    const [captain, vice] = starters;
    const last = starters.at(-1)!;
    if (Number.isFinite(phaseOf(last))) continue;
    return {
      team: { ...team, captain_id: captain!, vice_captain_id: vice! },
      weaker: { ...team, team_name: 'Rival', captain_id: last, vice_captain_id: starters.at(-2)! },
      absent: find(last).web_name,
      phase: `kickoff-${phaseOf(captain!)}`,
    };
  }
  throw new Error(`no team of ${TEAMS} has a starter without a match`);
}

/** Of some random teams, the one with the most players who score in a gameweek of the recorded season. */
async function pickScorers(product: Product, gameweek: number): Promise<JoinBody> {
  const { players } = await (await demoClient(product, 0)).request(bootstrap);
  const { players: recorded } = await readArchive(DEMO_SEASON);
  const rows = recorded.flatMap((player) => player.rows);
  const scored = rows.filter((row) => row.gameweek === gameweek && (row.stats.goals_scored ?? 0) > 0);
  const scorers = new Set(scored.map(({ player }) => player.id));
  const count = ({ roster }: JoinBody) => roster.filter((id) => scorers.has(id)).length;
  return listTeams(players, 'Scorers').toSorted((a, b) => count(b) - count(a))[0]!;
}

/** Valid teams, the same in every run. */
const listTeams = (players: Bootstrap['players'], name: string): JoinBody[] =>
  Array.from({ length: TEAMS }, (_, seed) => randomTeam({ players }, name, randomFrom(seed)));
