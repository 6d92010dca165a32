import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { listAdminParticipations, PARTICIPATION_COLUMNS } from '@touchline/api/http/admin-entries';
import { requestOwner } from '@touchline/service-kit/administration/owner-requests';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import { storeGoal } from './data/goal.ts';
import { insertGames } from './data/insert-games.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { measure } from './figures/measure.ts';
import { formatTimes, quantile } from './figures/statistics.ts';
import { ADMIN_WALLET, startHost } from './host/games-host.ts';
import type { ServiceProcess } from './host/service-process.ts';

parseArgs(); // no options

/** npm run bench -- admin: the list of entries in the admin area, requested over NATS. The limit is for CPU time. */
const LIMIT_MS = 150;
const PAGES = [1, 40_000];
const ROUNDS = 3;
/** A word, a number, parts of a wallet and of an id, a formation, a game, a word in all names, and one in none. */
const SEARCHES = ['team 99', '134', 'a1b2', '4f-4', '4-4-2', 'gameweek', 'team', 'no match'];

const limits = createLimits();
const host = await startHost();
const bus = openBus(host.natsUrl, { name: 'admin', log: createLog('bench', 'silent') });
try {
  await insertGames(host.db);
  await measureLists(await host.start());
} finally {
  await bus.close();
  await host.stop();
}
limits.close();

interface Timing {
  wallMs: number;
  /** CPU time of the service. */
  cpuMs: number;
  total: number;
}

async function timeRequest(games: ServiceProcess, query: object): Promise<Timing> {
  const texts = Object.entries(query).map(([key, value]) => [key, String(value)]);
  const by = { admin: ADMIN_WALLET, request_id: randomUUID() };
  const input = { by, query: { realtime: 'true' as const, ...Object.fromEntries(texts) } };
  const { result, seconds, cpu } = await measure({ games: games.cpuMs }, () =>
    requestOwner(bus, 'games', listAdminParticipations, input, { timeoutMs: 300_000 }),
  );
  return { wallMs: seconds * 1_000, cpuMs: cpu.games, total: result.total };
}

/** Measures all queries on an idle product, including the first one of each kind. */
async function measureLists(games: ServiceProcess): Promise<void> {
  await bus.connection();
  log('wall time in ms, CPU time in brackets: other load on the machine increases only the former');
  const first = await timeRequest(games, {});
  console.log(
    `${formatTiming(first)}  first list after a start, ${first.total.toLocaleString('en')} entries`,
  );
  const all: Timing[] = [];
  for (const query of listQueries()) {
    const timings: Timing[] = [];
    for (let round = 0; round < ROUNDS; round += 1) timings.push(await timeRequest(games, query));
    all.push(...timings);
    console.log(`${timings.map(formatTiming).join(' ')}  ${JSON.stringify(query)}: ${timings[0]!.total}`);
  }
  await storeGoal(host.db, 7);
  console.log(
    `${formatTiming(await timeRequest(games, {}))}  first list after a goal, which computes all points and ranks`,
  );
  for (const kind of ['wallMs', 'cpuMs'] as const)
    log(`${kind} of ${all.length} requests: ${formatTimes(all.map((timing) => timing[kind]))}`);
  // On an idle machine, the wall time should meet it too.
  const p95 = quantile(
    all.map((timing) => timing.cpuMs),
    0.95,
  );
  limits.check('CPU time of a list, p95', p95, { max: LIMIT_MS }, 'ms');
}

function formatTiming({ wallMs, cpuMs }: Timing): string {
  return `${wallMs.toFixed(0).padStart(6)} ${`(${cpuMs.toFixed(0)})`.padEnd(6)}`;
}

function listQueries(): object[] {
  const sorts = PARTICIPATION_COLUMNS.flatMap((sortBy) =>
    (['desc', 'asc'] as const).flatMap((sortOrder) => PAGES.map((page) => ({ sortBy, sortOrder, page }))),
  );
  return [...sorts, ...SEARCHES.map((search) => ({ search })), { search: 'team', page: 40_000 }];
}
