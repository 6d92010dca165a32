import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { STREAM } from '@touchline/api/event';
import { sessionEnded } from '@touchline/api/events/auth';
import { liveChanged, liveRequest } from '@touchline/api/events/fpl-relay';
import { applyCoefficient, gameChanged } from '@touchline/api/events/games';
import { expect, test } from 'vitest';
import { rightsSuite } from '../testing/rights-suite.ts';
import type { Bus } from './bus.ts';
import { reply, request } from './request.ts';
import { publish } from './stream.ts';

const { openBusAs, intruderIn, countStored } = rightsSuite();
const history = { wallet: `0x${'12'.repeat(20)}`, version: 1, steps: [], edits: [] };

test('S6 an event delivered to a request subject is not handled as a request', async () => {
  const handled: number[] = [];
  const games = openBusAs('games');
  reply(games, applyCoefficient, async ({ version }) => {
    handled.push(version);
    return { updatedParticipations: 0 };
  });
  const staking = openBusAs('staking');
  await expect.poll(() => request(staking, applyCoefficient, history).catch(() => null)).not.toBeNull();
  const relay = await intruderIn('fpl-relay');
  await jetstream(relay).publish(liveChanged.subject, JSON.stringify({ ...history, version: 666 }));
  const jsm = await jetstreamManager(await intruderIn('gateway'), { checkAPI: false });
  await jsm.consumers.add(STREAM.name, {
    name: 'forger',
    deliver_subject: applyCoefficient.subject,
    deliver_group: 'games',
    deliver_policy: DeliverPolicy.Last,
    ack_policy: AckPolicy.None,
    inactive_threshold: nanos(60_000),
  });
  await expect
    .poll(async () => (await jsm.consumers.info(STREAM.name, 'forger')).delivered.consumer_seq)
    .toBe(1);
  await request(staking, applyCoefficient, { ...history, version: 2 }); // arrives after the forged one
  expect(handled.filter((version) => version !== 1)).toEqual([2]);
});

test('S6 a request whose reply would go to another subject than an inbox is ignored', async () => {
  const [relay, games] = ['fpl-relay', 'games'].map(openBusAs) as [Bus, Bus];
  let handled = 0;
  reply(relay, liveRequest, async () => {
    handled++;
    return null;
  });
  await expect.poll(() => request(games, liveRequest, { gameweek: 1 }).catch(String)).toBeNull();
  await publish(games, { subject: gameChanged.subject, payload: { game_id: 'g' } });
  const before = await countStored();
  const intruder = await intruderIn('games');
  // nats-server lets a service publish to the reply subject of a request, so the relay would do what this user may not.
  for (const subject of [`$JS.API.STREAM.PURGE.${STREAM.name}`, sessionEnded.subject])
    intruder.publish(liveRequest.subject, '{"gameweek":1}', { reply: subject });
  await intruder.flush();
  handled = 0;
  await request(games, liveRequest, { gameweek: 1 });
  expect([handled, await countStored()]).toEqual([1, before]);
});
