import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { STREAM } from '@touchline/api/event';
import { sessionEnded } from '@touchline/api/events/auth';
import { fixturesChanged, liveChanged, liveRequest } from '@touchline/api/events/fpl-relay';
import { applyCoefficient, gameChanged } from '@touchline/api/events/games';
import { coefficientsRequest, stakesChanged } from '@touchline/api/events/staking';
import { expect, test } from 'vitest';
import { followEndedSessions } from '../http/ended-sessions.ts';
import { rightsSuite } from '../testing/rights-suite.ts';
import type { Bus } from './bus.ts';
import { reply, request } from './request.ts';
import { ensureStream, openJetStream, publish, updateStream } from './stream.ts';
import { subscribe } from './subscribe.ts';
import { type TailMessage, tail } from './tail.ts';

const { openBusAs, intruderIn, countStored, server } = rightsSuite();
const DENIED = /Permissions Violation/;
const history = { wallet: `0x${'12'.repeat(20)}`, version: 1, steps: [], edits: [] };

test('S6 a connection with missing or wrong credentials is rejected', async () => {
  const options = { servers: server(), reconnect: false };
  await expect(connect(options)).rejects.toThrow(/Authorization Violation/);
  await expect(connect({ ...options, user: 'games', pass: 'guess' })).rejects.toThrow(
    /Authorization Violation/,
  );
});

test('S6 every service can publish, subscribe, request and reply as it needs', async () => {
  const [relay, games, staking, gateway] = ['fpl-relay', 'games', 'staking', 'gateway'].map(openBusAs) as [
    Bus,
    Bus,
    Bus,
    Bus,
  ];
  reply(relay, liveRequest, async () => null);
  reply(games, applyCoefficient, async () => ({ updatedParticipations: 7 }));
  reply(staking, coefficientsRequest, async () => ({ wallets: [], more: false }));
  await expect.poll(() => request(games, liveRequest, { gameweek: 1 }).catch(String)).toBeNull();
  await expect
    .poll(() => request(staking, applyCoefficient, history).catch(String))
    .toEqual({ updatedParticipations: 7 });
  await expect
    .poll(() => request(games, coefficientsRequest, { wallets: [] }).catch(String))
    .toMatchObject({ more: false });

  const live: TailMessage[] = [];
  tail(gateway, { start: () => 1, onMessage: (message) => live.push(message), onReset: () => {} });
  const followed: string[] = [];
  const note = (durable: string) => async () => void followed.push(durable);
  subscribe(games, fixturesChanged, { durable: 'games-fixtures' }, note('games-fixtures'));
  subscribe(games, liveChanged, { durable: 'games-live' }, note('games-live'));
  subscribe(games, stakesChanged, { durable: 'games-stakes' }, note('games-stakes'));
  const change = { season: '2025', version: 1 };
  await publish(relay, { subject: fixturesChanged.subject, payload: change });
  await publish(relay, { subject: liveChanged.subject, payload: { ...change, gameweek: 1 } });
  await publish(staking, { subject: stakesChanged.subject, payload: { wallet: history.wallet } });
  await publish(games, { subject: gameChanged.subject, payload: { game_id: 'g' } });
  await expect.poll(() => followed.sort()).toEqual(['games-fixtures', 'games-live', 'games-stakes']);
  await expect.poll(() => live.length).toBe(4);
  await expect.poll(() => unacknowledged('games-live')).toBe(0);
});

test.each(['games', 'staking'])('S6 %s receives the sessions ended by the gateway', async (service) => {
  const ended = await followEndedSessions(openBusAs(service));
  const session = `of ${service}`;
  await publish(openBusAs('gateway'), { subject: sessionEnded.subject, payload: { session } });
  const user = { session_id: session, wallet_address: history.wallet, signed_in_at: 1, isAdmin: false };
  await expect.poll(() => ended.has(user)).toBe(true);
});

async function unacknowledged(durable: string): Promise<number> {
  const { jsm } = await openJetStream(openBusAs('operator'));
  return (await jsm.consumers.info(STREAM.name, durable)).num_ack_pending;
}

test('S6 a service cannot request, reply or publish on behalf of another service', async () => {
  for (const [service, subject] of [
    ['fpl-relay', 'request.games.apply-coefficient'],
    ['fpl-relay', 'request.staking.coefficients'],
    ['gateway', 'request.games.apply-coefficient'],
    ['games', 'request.games.apply-coefficient'],
    ['games', 'request.admin.staking.PUT.staking-records.:id'],
    ['staking', 'request.admin.games.POST.games.:id.cancel'],
    ['gateway', 'request.admin.games.PUT.games.:id'],
    ['fpl-relay', 'request.admin.gateway.POST.remotes.:name.rollback'],
  ] as const) {
    const nc = await intruderIn(service);
    await expect(
      nc.request(subject, JSON.stringify(history)),
      `${service} requests ${subject}`,
    ).rejects.toThrow(DENIED);
  }
  for (const [service, subject] of [
    ['games', 'fpl.live.changed'],
    ['staking', 'games.points.changed'],
    ['fpl-relay', 'staking.stakes.changed'],
    ['fpl-relay', 'auth.wallet.ended'],
    ['gateway', 'games.game.changed'],
  ] as const) {
    const js = jetstream(await intruderIn(service));
    await expect(js.publish(subject, '{}'), `${service} publishes ${subject}`).rejects.toThrow(DENIED);
  }
  for (const [service, subject] of [
    ['games', 'request.fpl.live'],
    ['staking', 'request.games.>'],
    ['fpl-relay', 'request.>'],
    ['gateway', '>'],
    ['admin', 'request.admin.>'],
    ['gateway', 'request.admin.games.>'],
    ['games', 'request.admin.staking.>'],
    ['games', '_INBOX_staking.>'],
    ['games', '_INBOX.>'],
  ] as const) {
    const nc = await intruderIn(service);
    const denied = new Promise((resolve) =>
      nc.subscribe(subject, {
        queue: 'fpl-relay',
        callback: (error) => void (error && resolve(String(error))),
      }),
    );
    expect(await denied, `${service} subscribes to ${subject}`).toMatch(DENIED);
  }
});

test.each(['fpl-relay', 'games', 'staking', 'gateway'])(
  'S6 %s cannot purge, change or delete the stream, or access consumers of other services',
  async (service) => {
    await ensureStream(openBusAs(service));
    const jsm = await jetstreamManager(await intruderIn(service), { checkAPI: false, timeout: 10_000 });
    await expect(jsm.streams.purge(STREAM.name)).rejects.toThrow(DENIED);
    await expect(jsm.streams.delete(STREAM.name)).rejects.toThrow(DENIED);
    await expect(jsm.streams.update(STREAM.name, { max_msgs: 1 })).rejects.toThrow(DENIED);
    await expect(jsm.streams.deleteMessage(STREAM.name, 1)).rejects.toThrow(DENIED);
    const js = jsm.jetstream();
    await expect(
      jsm.consumers.add(STREAM.name, { durable_name: 'other-durable', filter_subject: 'fpl.>' }),
    ).rejects.toThrow(DENIED);
    if (service === 'games') return;
    await expect(jsm.consumers.delete(STREAM.name, 'games-live')).rejects.toThrow(DENIED);
    await expect(js.consumers.get(STREAM.name, 'games-live')).rejects.toThrow(DENIED);
    await expect(jsm.consumers.add(STREAM.name, { durable_name: 'games-live' })).rejects.toThrow(DENIED);
  },
);

test('S6 the stream is bounded, including one created without a limit', async () => {
  const operator = openBusAs('operator');
  const { jsm } = await openJetStream(operator);
  await jsm.streams.update(STREAM.name, { max_bytes: -1, subjects: ['games.>'] });
  await updateStream(operator);
  const { config } = await jsm.streams.info(STREAM.name);
  expect([config.max_bytes, config.subjects]).toEqual([1024 ** 3, STREAM.subjects]);
});

test('A29, P18 a team follows the declared events, publishes none and can do nothing else', async () => {
  const [games, rivals, gateway] = ['games', 'rivals', 'gateway'].map(openBusAs) as [Bus, Bus, Bus];
  await ensureStream(games);
  const live: string[] = [];
  tail(gateway, { start: () => 1, onMessage: ({ subject }) => live.push(subject), onReset: () => {} });
  await publish(gateway, { subject: sessionEnded.subject, payload: { session: 'of a user' } });
  const received: string[] = [];
  subscribe(rivals, gameChanged, {}, async ({ game_id }) => void received.push(game_id));
  await publish(games, { subject: gameChanged.subject, payload: { game_id: 'seen' } });
  await expect.poll(() => received).toContain('seen');

  const intruder = await intruderIn('rivals');
  const denied = { timeout: 10_000 };
  const attempts = [
    'games.game.changed',
    'team.rivals.note.changed',
    'request.admin.games.totals',
    liveRequest.subject,
    `$JS.API.CONSUMER.CREATE.${STREAM.name}.rivals-games-game-changed.games.admin.changed`,
    `$JS.API.CONSUMER.CREATE.${STREAM.name}.mine.auth.session.ended`,
    `$JS.API.CONSUMER.MSG.NEXT.${STREAM.name}.others-games-game-changed`,
    `$JS.API.CONSUMER.DELETE.${STREAM.name}.games-live`,
    `$JS.API.STREAM.MSG.GET.${STREAM.name}`,
    `$JS.API.STREAM.CREATE.${STREAM.name}`,
    `$JS.API.STREAM.PURGE.${STREAM.name}`,
  ];
  for (const subject of attempts)
    await expect(intruder.request(subject, '{}', denied), subject).rejects.toThrow(DENIED);
  // Flooding a subject of the team neither reaches the gateway nor takes space of other events.
  const stored = await countStored();
  for (let count = 0; count < 1_000; count++) intruder.publish('team.rivals.note.changed', 'x'.repeat(1_000));
  await intruder.flush();
  await publish(games, { subject: gameChanged.subject, payload: { game_id: 'last' } });
  await expect.poll(() => received).toContain('last');
  expect(await countStored()).toBe(stored + 1);
  await expect
    .poll(() => live.slice(-3))
    .toEqual([sessionEnded.subject, gameChanged.subject, gameChanged.subject]);
});
