import {
  type NotificationKind,
  notificationKind,
  saveNotifications,
} from '@touchline/api/http/notifications';
import {
  type PushDevice,
  type PushService,
  startPushService,
} from '@touchline/local-stack/dependencies/push-service';
import { query } from '@touchline/service-kit/data/database';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import webPush from 'web-push';
import { HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { NOW, type PrizeSuite, player, startPrizeSuite } from '../testing/prize-suite.ts';

let service: PushService;
let device: PushDevice;
const KICK_OFF = NOW + 24 * HOUR;

const app = setUpGamesSuite<PrizeSuite>(async (dependencies) => {
  service = await startPushService();
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const push = { publicKey, privateKey, contact: 'mailto:a@b.example', services: [service.origin] };
  return startPrizeSuite({ ...dependencies, now: NOW - 2 * HOUR, push });
});
let game: string;

beforeAll(async () => {
  game = (await app.game('WEEKLY', 1)).id;
  await app.enter(game, [8, 1, 0, 2, 3]);
  device = service.subscribe();
  await choose(notificationKind.options);
});
afterAll(() => service.stop());

const choose = (kinds: readonly NotificationKind[]) =>
  app.as(player(0)).request(saveNotifications, {
    body: { subscription: device.subscription, kinds: [...kinds], muted_games: [], quiet_hours: null },
  });

/** Waits for the next message. */
const nextMessage = async (step: number) =>
  eventually(async () => {
    expect(device.messages.length).toBe(step);
    return device.messages.at(-1)!;
  });

const setStatus = async (ids: readonly number[], status: string) => {
  for (const one of app.feed.players) if (ids.includes(one.id)) one.status = status;
  await app.feed.publishBootstrap();
  await app.waitForFeed();
};

test('notifications cover a week, from the deadline to the refund', async () => {
  await setStatus(TEAM.field.slice(1, 3), 'd');
  app.clock.now = KICK_OFF - 24 * HOUR;
  expect(await nextMessage(1)).toMatchObject({
    device: device.id,
    title: 'Deadline in 24 hours: Gameweek 1',
    body: 'Team 0: 2 of your players are doubtful (Player32, Player42).',
    url: expect.stringMatching(/^\/team-view\//),
    tag: 'deadline:1',
  });

  app.clock.now = KICK_OFF - 2 * HOUR;
  expect((await nextMessage(2)).title).toBe('Deadline in 2 hours: Gameweek 1');

  await setStatus(TEAM.field.slice(3, 4), 'i');
  expect(await nextMessage(3)).toMatchObject({
    title: "A starter can't play in Gameweek 1",
    body: 'Player52 (injured). Change your lineup before the deadline.',
  });

  app.clock.now = KICK_OFF - 30 * MINUTE;
  const last = await nextMessage(4);
  expect(last.title).toBe('Deadline in 30 minutes: Gameweek 1');
  expect(last.body).toContain("1 of your players can't play (Player52)");

  app.clock.now = KICK_OFF + MINUTE;
  app.feed.setFixtures(1, { started: true });
  await app.feed.publishFixtures();
  expect(await nextMessage(5)).toMatchObject({
    title: 'Kick-off: C13 v C14',
    body: 'Your captain, Player138, scores double points.',
  });

  const goals = (value: number) => [{ identifier: 'goals_scored', value, points: 4 * value }];
  app.feed.score(1, 138, { points: 4, explain: goals(1) });
  await app.publishPoints(1);
  expect(await nextMessage(6)).toMatchObject({
    title: 'Goal! Player138',
    body: 'Your captain scored in C13 v C14 (Team 0).',
  });
  app.feed.score(1, 138, { points: 8, explain: goals(2) });
  await app.publishPoints(1);
  expect((await nextMessage(7)).tag).not.toBe(device.messages[5]!.tag);

  app.feed.score(1, 138, { points: 4, explain: goals(1) });
  await app.publishPoints(1);
  await eventually(async () => expect(await countGoals()).toBe(1));
  app.feed.score(1, 138, { points: 8, explain: goals(2) });
  await app.publishPoints(1);
  expect(await nextMessage(8)).toMatchObject({ title: 'Goal! Player138', tag: device.messages[6]!.tag });

  await app.db.raw('update entries set suspended_at = now() where game_id = ? and ordinal = 5', [game]);
  await app.playWeek();
  await app.waitForPrizes(game, 'REVIEW');
  app.endReview();
  await app.waitForPrizes(game, 'SETTLED');
  expect(await nextMessage(9)).toMatchObject({
    title: expect.stringMatching(/ is final$/),
    body: 'You finished 1st of 4 and won 200 FOOTBALL.',
    url: '/my-team',
  });

  const paidAt = new Date(app.clock.now);
  await app.db.raw(`update prize_settlements set funding_tx = 'x' where game_id = ?`, [game]);
  await app.db.raw(
    `insert into vault_events (chain_id, vault, block_number, log_index, tx_hash, block_hash, block_time, kind, state, game,
       amount, prize_index)
     select (document ->> 'chain_id')::int, document ->> 'vault', 1, 1, 'x', 'x', :paidAt, 'PAID', 'SEEN', document ->> 'game_key', 1, a.leaf
     from prize_settlements join prize_awards as a using (game_id) where game_id = :game and a.ordinal = 1`,
    { game, paidAt },
  );
  expect(await nextMessage(10)).toMatchObject({
    title: 'Prize paid',
    body: expect.stringContaining('200 FOOTBALL for'),
  });

  await payRefund('a');
  expect(await nextMessage(11)).toMatchObject({
    title: 'Refund paid',
    body: expect.stringContaining('500 FOOTBALL'),
  });
});

const countGoals = async () => (await query(app.db, "select from push_facts where key like 'GOAL:%'")).length;

/** Stores a refund to the player that was confirmed now or before. */
const payRefund = (digit: string, ago = 0) =>
  app.db.raw(
    `insert into payouts (kind, reason, about, recipient, amount, from_block, state, due_at, begun_at, tx_hash, confirmed_at)
     values ('REFUND', 'FULL', :game, :wallet, 500e18, 1, 'CONFIRMED', :paidAt, :paidAt, :hash, :paidAt)`,
    { game, wallet: player(0), paidAt: new Date(app.clock.now - ago), hash: `0x${digit.repeat(64)}` },
  );

test('payments of more than three days ago are not notified', async () => {
  const before = device.messages.length;
  app.clock.now += 96 * HOUR;
  await payRefund('d', 96 * HOUR);
  await app.db.raw("delete from push_facts where key like 'PRIZE:%'");
  for (const [index, digit] of ['e', 'f'].entries()) {
    await payRefund(digit);
    expect((await nextMessage(before + index + 1)).title).toBe('Refund paid');
  }
});

test('turning payments on does not notify those that were made while it was off', async () => {
  const before = device.messages.length;
  await choose([]);
  await payRefund('b');
  app.clock.now += 24 * HOUR;
  await choose(['PAYMENT']);
  await payRefund('c');
  await nextMessage(before + 1);
  const facts = await query<{ hash: string }>(
    app.db,
    `select hash from payouts as p join push_facts on key = 'REFUND:' || p.id, lateral (select left(p.tx_hash, 3) as hash) as h
     where p.tx_hash ~ '^0x[bc]' order by 1`,
  );
  expect(facts).toEqual([{ hash: '0xc' }]);
});
