import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { standingsChanged } from '@touchline/api/events/games';
import { publish } from '@touchline/service-kit/messaging/stream';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { formatCpu, measure } from './figures/measure.ts';
import { startGateway } from './host/gateway-host.ts';
import { residentMb } from './host/process-stats.ts';
import { startSubscribers } from './live-streams/subscribers.ts';

/** npm run bench -- live-streams [--streams N]: open live streams of one gateway, and a goal delivered to all of them. */
const { values } = parseArgs({ options: { streams: { type: 'string', default: '10000' } } });
const streams = Number(values.streams);
const GAME = '7f2b0c52-6c77-4c0c-8a4c-111111111111';
const LIMIT = { spreadMs: 150, kB: 20, perSecond: 1 };
/** Changes of one game within this time, as many joins cause them. */
const [CHANGES, DURING_MS] = [100, 5_000];

const limits = createLimits();
const gateway = await startGateway('http://127.0.0.1:9');
const subscribers = startSubscribers(gateway.port);
try {
  const empty = residentMb(gateway.pid);
  await subscribers.run({ open: streams });
  const kB = ((residentMb(gateway.pid) - empty) * 1_000) / streams;
  log(`${streams} streams are open; memory of the gateway before: ${empty.toFixed(0)} MB`);
  await measureGoal(); // warm-up
  await sleep(3_000);
  const { result, cpu } = await measure({ gateway: gateway.cpuMs }, measureGoal);
  const { first, last } = result;
  log(
    `goal received after ${first} ms (first stream) to ${last} ms (last); ${formatCpu(cpu, streams)} per stream`,
  );
  await sleep(3_000);
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
    await sleep(DURING_MS / CHANGES);
  }
  await sleep(2_500); // the throttled last message
  return ((await subscribers.run({})).messages - before) / streams;
}
