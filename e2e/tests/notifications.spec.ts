import { expect } from '@playwright/test';
import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { bootstrap, gameweekFixtures } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { endGame, fundPrizes, pushPrizes, waitForPrizes } from '@touchline/local-stack/demo-data/pay-prizes';
import { type PushService, startPushService } from '@touchline/local-stack/dependencies/push-service';
import type { Product } from '@touchline/local-stack/product';
import { randomFrom } from '@touchline/season-replay/random';
import { demoClient, joinWith, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { test as base } from '../src/product.ts';
import { openNotifications, openPushBrowser, replacePushService, turnOnNotifications } from '../src/push.ts';
import { kickoffPhases, playToGoalOf } from '../src/replay.ts';

// The push service must be known before the product starts.
const service: PushService = await startPushService();
const test = base;
test.use({
  serviceWorkers: 'allow',
  productEnv: { games: { PRIZE_REVIEW_MINUTES: '0.2', PUSH_SERVICES: service.origin } },
});
test.afterAll(() => service.stop());

const PLAYER = { name: 'Nell Fairbank', index: 1 };

test('notifications cover a week, from the deadline to the prize', async ({ page, stack: { product } }) => {
  test.setTimeout(300_000);
  const device = service.subscribe();
  await replacePushService(page, device, product.url);
  await signIn(page, PLAYER.name);
  await turnOnNotifications(page);
  const browser = await openPushBrowser(page, device);

  const game = await secondWeekly(product);
  const gameweek = game.first_gameweek;
  const client = await demoClient(product, PLAYER.index);
  const { team, phase } = await pickTeam(product, gameweek);
  requireParticipation(await client.request(joinGame, { params: { id: game.id }, body: team }));
  await joinWith(product, game, 'Rival');
  const messageOf = (title: RegExp) => browser.receive((message) => title.test(message.title));

  await test.step('goal', async () => {
    const now = await nextWeekly(product);
    const scorers = randomTeam(await client.request(bootstrap), 'Scorers', randomFrom(7));
    requireParticipation(await client.request(joinGame, { params: { id: now.id }, body: scorers }));
    await product.replay.advance({ to: { gameweek: now.first_gameweek, phase: 'kickoff-1' } });
    await playToGoalOf(product, scorers.roster);
    await messageOf(/^Goal!/);
  });

  await test.step('deadline', async () => {
    await product.replay.advance({ to: { gameweek: gameweek - 1, phase: 'checked' } });
    const { title } = await messageOf(/^Deadline in/);
    expect(title).toContain(`Gameweek ${gameweek}`);
  });

  await test.step("the captain's kick-off", async () => {
    await product.replay.advance({ to: { gameweek, phase } });
    expect((await messageOf(/^Kick-off/)).body).toContain('your captain');
  });

  await test.step('result and prize', async () => {
    const admin = await demoClient(product, 0);
    await product.replay.advance({ to: { gameweek, phase: 'checked' } });
    await endGame(admin, game);
    await waitForPrizes(product, game, ['SETTLED']);
    const { body } = await messageOf(/is final$/);
    expect(body).toMatch(/^You finished in place [12] of 2\./);
    await fundPrizes(product, admin, [game]);
    await waitForPrizes(product, game, ['FUNDED']);
    await pushPrizes(product, admin, game);
    if (body.includes('You won')) await messageOf(/^Prize paid$/);
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

/** A team whose captain plays first among its starters, and the phase in which that match kicks off. */
async function pickTeam(product: Product, gameweek: number) {
  const client = await demoClient(product, 0);
  const { players } = await client.request(bootstrap);
  const team = randomTeam({ players }, 'Notified', randomFrom(7));
  const phases = await kickoffPhases(product, gameweek);
  const { fixtures } = await client.request(gameweekFixtures, { params: { gameweek: String(gameweek) } });
  const phaseOf = (id: number) => {
    const club = players.find((player) => player.id === id)?.team ?? 0;
    const match = fixtures.find(({ team_h, team_a }) => team_h === club || team_a === club);
    return match ? Number(phases.get(match.id)!.replace('kickoff-', '')) : Number.POSITIVE_INFINITY;
  };
  const [captain, vice] = team.field_players.toSorted((a, b) => phaseOf(a) - phaseOf(b));
  return {
    team: { ...team, captain_id: captain!, vice_captain_id: vice! },
    phase: `kickoff-${phaseOf(captain!)}`,
  };
}
