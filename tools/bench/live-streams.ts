import { parseArgs } from 'node:util';
import { standingsChanged } from '@touchline/api/events/games';
import { publish } from '@touchline/service-kit/stream';
import { startGateway } from './host/gateway-host.ts';
import { cpuMs, residentMb } from './host/process-stats.ts';
import { startSubscribers } from './live-streams/subscribers.ts';
import { createLimits } from './load/limits.ts';

/** npm run bench -- readers [--readers N]: open live streams of one gateway process, and a goal that all of them receive. */
const { values } = parseArgs({ options: { readers: { type: 'string', default: '10000' } } });
const readers = Number(values.readers);
const GAME = '7f2b0c52-6c77-4c0c-8a4c-111111111111';
const LIMIT = { toldMs: 150, kB: 20, perSecond: 1 };
/** Changes of one game in so many milliseconds, as a crowd that joins makes them. */
const [CHANGES, DURING_MS] = [100, 5_000];

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const gateway = await startGateway('http://127.0.0.1:9');
const clients = startSubscribers(gateway.port);
try {
  const empty = residentMb(gateway.pid);
  await clients.ask({ open: readers });
  const kB = ((residentMb(gateway.pid) - empty) * 1_000) / readers;
  log(`${readers} streams are open; the gateway had ${empty.toFixed(0)} MB before`);
  await goal(); // what has run once is compiled
  await pause(3_000);
  const busy = cpuMs(gateway.pid);
  const { first, last } = await goal();
  const us = ((cpuMs(gateway.pid) - busy) * 1_000) / readers;
  log(
    `the last received it ${last.toFixed(0)} ms after the event, the first after ${first.toFixed(0)} ms; ${us.toFixed(1)} us each`,
  );
  await pause(3_000);
  const messages = await crowd();
  log(`${CHANGES} changes in ${DURING_MS / 1_000} s were ${messages} messages to each`);
  limits.check('received, from the first to the last', last - first, { max: LIMIT.toldMs }, 'ms');
  limits.check('memory of a reader', kB, { max: LIMIT.kB }, 'kB');
  limits.check(
    'messages of one game',
    messages / (DURING_MS / 1_000),
    { max: LIMIT.perSecond },
    'a second',
  );
} finally {
  await clients.stop();
  await gateway.stop();
}
limits.close();

function change(key: number): Promise<void> {
  const payload = { game_id: GAME, gameweek: 1 };
  return publish(gateway.bus, { subject: standingsChanged.subject, payload, id: `bench-${key}` });
}

async function goal(): Promise<{ first: number; last: number }> {
  const at = Date.now();
  const told = clients.ask({ wait: readers });
  await change(at);
  const { first, last } = await told;
  return { first: first - at, last: last - at };
}

/** @returns messages that one reader got */
async function crowd(): Promise<number> {
  const before = (await clients.ask({})).messages;
  for (let n = 0; n < CHANGES; n += 1) {
    await change(n);
    await pause(DURING_MS / CHANGES);
  }
  await pause(2_500); // the last one follows
  return ((await clients.ask({})).messages - before) / readers;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
