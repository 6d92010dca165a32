import { parseArgs } from 'node:util';
import { standingsChanged } from '@touchline/api/events/games';
import { publish } from '@touchline/service-kit/messaging/stream';
import { startGateway } from './host/gateway-host.ts';
import { cpuMs, residentMb } from './host/process-stats.ts';
import { startSubscribers } from './live-streams/subscribers.ts';
import { createLimits } from './load/limits.ts';

/** npm run bench -- live-streams [--streams N]: open live streams of one gateway, and a goal delivered to all of them. */
const { values } = parseArgs({ options: { streams: { type: 'string', default: '10000' } } });
const streams = Number(values.streams);
const GAME = '7f2b0c52-6c77-4c0c-8a4c-111111111111';
const LIMIT = { spreadMs: 150, kB: 20, perSecond: 1 };
/** Changes of one game within this time, as many joins cause them. */
const [CHANGES, DURING_MS] = [100, 5_000];

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const gateway = await startGateway('http://127.0.0.1:9');
const subscribers = startSubscribers(gateway.port);
try {
  const empty = residentMb(gateway.pid);
  await subscribers.run({ open: streams });
  const kB = ((residentMb(gateway.pid) - empty) * 1_000) / streams;
  log(`${streams} streams are open; memory of the gateway before: ${empty.toFixed(0)} MB`);
  await measureGoal(); // warm-up
  await pause(3_000);
  const busy = cpuMs(gateway.pid);
  const { first, last } = await measureGoal();
  const us = ((cpuMs(gateway.pid) - busy) * 1_000) / streams;
  log(
    `goal received after ${first.toFixed(0)} ms (first stream) to ${last.toFixed(0)} ms (last); CPU time per stream ${us.toFixed(1)} us`,
  );
  await pause(3_000);
  const messages = await countMessages();
  log(`${CHANGES} changes in ${DURING_MS / 1_000} s: ${messages} messages per stream`);
  limits.check('goal received, from first to last stream', last - first, { max: LIMIT.spreadMs }, 'ms');
  limits.check('memory per stream', kB, { max: LIMIT.kB }, 'kB');
  limits.check(
    'messages of one game per stream',
    messages / (DURING_MS / 1_000),
    { max: LIMIT.perSecond },
    '/s',
  );
} finally {
  await subscribers.stop();
  await gateway.stop();
}
limits.close();

function publishChange(key: number): Promise<void> {
  const payload = { game_id: GAME, gameweek: 1 };
  return publish(gateway.bus, { subject: standingsChanged.subject, payload, id: `bench-${key}` });
}

/** Publishes a change and waits until all streams have received it. @returns times after the event, in ms */
async function measureGoal(): Promise<{ first: number; last: number }> {
  const at = Date.now();
  const delivered = subscribers.run({ wait: streams });
  await publishChange(at);
  const { first, last } = await delivered;
  return { first: first - at, last: last - at };
}

/** Publishes many changes of one game. @returns messages per stream */
async function countMessages(): Promise<number> {
  const before = (await subscribers.run({})).messages;
  for (let n = 0; n < CHANGES; n += 1) {
    await publishChange(n);
    await pause(DURING_MS / CHANGES);
  }
  await pause(2_500); // the throttled last message
  return ((await subscribers.run({})).messages - before) / streams;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
