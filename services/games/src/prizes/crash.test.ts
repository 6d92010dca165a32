import { createHash, randomUUID } from 'node:crypto';
import { prizesSettled } from '@touchline/api/events/games';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type TestNats, testNats } from '@touchline/local-stack/testing';
import { query } from '@touchline/service-kit/data/database';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { createLog } from '@touchline/service-kit/process/log';
import { startTokens, type Tokens } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { setUpFinalGames } from '../testing/final-games.ts';
import { createGamesProcess, type GamesProcess } from '../testing/games-process.ts';
import { setUpVaultChain } from '../testing/vault-chain.ts';

// Runs the built service: `npm run build` must run first, as in npm test.
const games = setUpFinalGames();
const on = setUpVaultChain(games);
/** So many that the tree is built in a worker thread. */
const ENTRIES = 200;
const TIMEOUT_MS = 60_000;
const NAMES = ['first', 'second'] as const;
type Name = (typeof NAMES)[number];
let nats: TestNats;
let tokens: Tokens;
let bus: Bus;
/** Games of the settlement events that were published, in their order. */
const published: string[] = [];
const processes = new Map<Name, GamesProcess>();

beforeAll(async () => {
  [nats, tokens] = await Promise.all([testNats(), startTokens()]);
  for (const name of NAMES) processes.set(name, await openProcess(name));
  bus = openBus(nats.url, { name: 'games', log: createLog('test', 'silent') });
  const subscription = (await bus.connection()).subscribe(prizesSettled.subject);
  void (async () => {
    for await (const message of subscription) published.push(message.json<{ game_id: string }>().game_id);
  })();
});
afterAll(async () => {
  await Promise.all([...processes.values()].map((each) => each.kill()));
  await bus?.close();
  await Promise.all([nats?.stop(), tokens?.stop()]);
});

/** Opens a process whose database sessions have its name. */
const openProcess = async (name: Name) =>
  createGamesProcess({
    databaseUrl: `${games.databaseUrl}?application_name=${name}`,
    natsUrl: nats.url,
    jwksUrl: tokens.jwksUrl,
    port: await freePort(),
    env: {
      RPC_URL: on.chain.rpcUrl,
      TOKEN_ADDRESS: on.chain.token,
      TREASURY_WALLET: on.chain.treasury,
      PRIZE_VAULT: on.chain.vault,
      PRIZE_REVIEW_MINUTES: '0',
    },
  });

const createGame = () => {
  const token = { address: on.chain.token.toLowerCase(), symbol: 'FOOTBALL', decimals: 18 };
  return games.createGame(
    Array.from({ length: ENTRIES }, (_, n) => ENTRIES - n),
    { token },
  );
};
const readState = async (game: string) => (await findGame(games.db, game))!.prizes.state;

/** Makes every freeze wait in the middle of its transaction until the returned transaction ends. */
async function holdFreezes(): Promise<Knex.Transaction> {
  const trx = await games.db.transaction();
  onTestFinished(async () => {
    if (!trx.isCompleted()) await trx.rollback();
  });
  // Otherwise Postgres ends it after a minute, and with it the wait.
  await trx.raw('set local idle_in_transaction_session_timeout = 0');
  await trx.raw('lock table prize_trees in share mode');
  return trx;
}

/** Names of the processes whose sessions have a lock of this database that fulfils the condition, or wait for it. */
const findSessions = async (condition: string) =>
  (
    await query<{ name: Name }>(
      games.db,
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
       where database = (select oid from pg_database where datname = current_database()) and ${condition}`,
    )
  ).map(({ name }) => name);

const findFreezing = () => findSessions(`not granted and relation = 'prize_trees'::regclass`);

const HAS_LOCK = `locktype = 'advisory' and granted
  and classid::bigint = hashtext('games')::bigint & 4294967295
  and objid::bigint = hashtext('games-prizes')::bigint & 4294967295`;

/** Processes that hold the lock of the prize job, and those that are in the middle of freezing. */
const readJob = async () => ({ holders: await findSessions(HAS_LOCK), freezing: await findFreezing() });

/** Waits until a process that holds the lock is in the middle of freezing, and returns its name. */
const waitForFreeze = (game: string, expected: readonly Name[] = NAMES) =>
  eventually(async () => {
    const job = await readJob();
    const [name] = job.freezing;
    expect(expected, JSON.stringify({ ...job, prizes: await readState(game) })).toContain(name);
    expect(job).toEqual({ holders: [name], freezing: [name] });
    return name!;
  }, TIMEOUT_MS);

/** Ends the session that holds the lock of the prize job, also when the same process gets it again, until the other one has it. */
async function moveLock(from: Name): Promise<Name> {
  const to = from === 'first' ? 'second' : 'first';
  await eventually(async () => {
    const holders = await findSessions(HAS_LOCK);
    if (holders.includes(from))
      await games.db.raw(
        `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
         where datname = current_database() and application_name = ? and ${HAS_LOCK}`,
        [from],
      );
    expect(holders).toEqual([to]);
  }, TIMEOUT_MS);
  return to;
}

const readHashes = (game: string) =>
  Promise.all(
    [...processes.values()].map(async ({ url }) => {
      const response = await fetch(`${url}/api/games/${game}/result`);
      expect(response.status).toBe(200);
      return createHash('sha256')
        .update(await response.text())
        .digest('hex');
    }),
  );

async function expectOneSettlement(game: string): Promise<void> {
  await eventually(async () => expect(await readState(game)).toBe('SETTLED'), TIMEOUT_MS);
  expect(await query(games.db, 'select from prize_trees where game_id = ?', [game])).toHaveLength(1);
  const { total, awards, proposal } = await games.findSettlement(game);
  const [stored] = await query<{ amount: string; prizes: number }>(
    games.db,
    'select sum(amount) as amount, count(leaf) as prizes from prize_awards where game_id = ?',
    [game],
  );
  expect(stored).toEqual({ amount: total.toString(), prizes: awards });
  expect({ total, proposal }).toEqual({ total: 200n * 10n ** 18n, proposal: 1 });
  // Events are published in their order: the one of another settlement would be before this marker.
  const marker = randomUUID();
  await games.db.transaction((trx) => writeOutbox(trx, prizesSettled, { game_id: marker }));
  await eventually(async () => expect(published).toContain(marker), TIMEOUT_MS);
  expect(published.filter((each) => each === game)).toEqual([game]);
}

describe('two processes that freeze the prizes of a game', { timeout: 180_000 }, () => {
  it('two processes settle a game once, with one event and one document, when the lock moves and when one is killed', async () => {
    await Promise.all([...processes.values()].map((each) => each.start()));
    const hold = await holdFreezes();
    const moved = await createGame();
    const holder = await moveLock(await waitForFreeze(moved));
    // The former holder is still in its transaction, or has given up: both may write the settlement.
    await waitForFreeze(moved, [holder]);
    await hold.commit();
    await expectOneSettlement(moved);

    const next = await holdFreezes();
    const interrupted = await createGame();
    const killed = await waitForFreeze(interrupted);
    await processes.get(killed)!.kill();
    expect(await readState(interrupted)).toBe('REVIEW');
    expect(await query(games.db, 'select from prize_trees where game_id = ?', [interrupted])).toEqual([]);
    await waitForFreeze(interrupted, [killed === 'first' ? 'second' : 'first']);
    await next.commit();
    await expectOneSettlement(interrupted);

    await processes.get(killed)!.start();
    for (const game of [moved, interrupted]) expect(new Set(await readHashes(game)).size).toBe(1);
  });
});
