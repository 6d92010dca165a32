import { myParticipation } from '@touchline/api/http/entries';
import { listGames } from '@touchline/api/http/games';
import { reserve } from '@touchline/api/http/reservations';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type TestDatabase, type TestNats, testChain, testNats } from '@touchline/local-stack/testing';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import { startTokens, type Tokens } from '@touchline/service-kit/testing/tokens';
import { eventually, withLongTimeouts } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeFeed } from '../testing/fake-feed.ts';
import { buildJoin, DAY } from '../testing/feed-builders.ts';
import { createWalletClient, waitForFeed } from '../testing/games-app.ts';
import { createGamesDatabase } from '../testing/games-database.ts';
import { createGamesProcess, type GamesProcess } from '../testing/games-process.ts';
import { type Payers, payers } from '../testing/payer.ts';
import { countOpenPayments } from './open-payments.store.ts';

// Needs the built service: run `npm run build` first, as `npm test` does.
let database: TestDatabase;
let nats: TestNats;
let tokens: Tokens;
let chain: Awaited<ReturnType<typeof testChain>>;
let money: Payers;
let db: Database;
let bus: Bus;
let games: GamesProcess;
let season: string;

beforeAll(async () => {
  [database, nats, tokens, chain] = await Promise.all([
    createGamesDatabase(),
    testNats(),
    startTokens(),
    testChain(),
  ]);
  money = payers(chain);
  db = openDatabase(database.url, 'games');
  bus = openBus(nats.url, { name: 'fpl-relay', log: createLog('fpl-relay', 'silent') });
  const feed = new FakeFeed(bus);
  games = createGamesProcess({
    databaseUrl: withLongTimeouts(database.url),
    natsUrl: nats.url,
    jwksUrl: tokens.jwksUrl,
    port: await freePort(),
    env: {
      SEASON_ENTRY_FEE: '500',
      RPC_URL: chain.rpcUrl,
      TOKEN_ADDRESS: chain.token,
      TREASURY_WALLET: chain.treasury,
      PAYMENT_CONFIRMATIONS: '1',
    },
  });
  await games.start();
  feed.addGameweek(1, [Date.now() + DAY]);
  await feed.publishAll();
  await waitForFeed(db, feed);
  const { games: listed } = await createWalletClient(games.url, tokens, null).request(listGames, {
    query: { game_type: 'SEASON' },
  });
  season = listed[0]!.id;
});

afterAll(async () => {
  await games?.kill();
  await bus?.close();
  await db?.destroy();
  await Promise.all([nats?.stop(), tokens?.stop(), chain?.stop()]);
  await database?.drop();
});

/** Resolves when the service waits for a lock in order to write to a table. */
const waitForWrite = (table: string) =>
  eventually(async () => {
    const { rows } = await db.raw(
      `select 1 from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and not granted and relation = ?::regclass and mode = 'RowExclusiveLock'`,
      [table],
    );
    expect(rows).not.toEqual([]);
  });

it.each([
  ['before the receipt is stored', 'ledger_transfers'],
  ['between receipt and commit', 'entries'],
  ['with the entry written, before the commit', 'outbox'],
])('a service killed %s finishes the join after its restart', async (_, table) => {
  const me = await money.newPayer();
  const as = createWalletClient(games.url, tokens, me);
  const { transaction_hash: _hash, ...team } = buildJoin({ team_name: `Killed at ${table}` });
  await as.request(reserve, { params: { id: season }, body: team });
  await db.transaction(async (trx) => {
    await trx.raw(`lock table ${table} in share mode`);
    const transaction_hash = await money.pay(me, '500');
    const lostResponse = fetch(`${games.url}/api/games/${season}/join`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await tokens.accessToken(me)}`,
      },
      body: JSON.stringify({ ...team, transaction_hash }),
    }).catch(() => null);
    await waitForWrite(table);
    await games.kill();
    expect(await lostResponse).toBeNull();
  });
  const { rows: before } = await db.raw('select 1 from entries where wallet_address = ?', [me]);
  expect(before).toEqual([]);
  await games.start();

  const mine = await eventually(() => as.request(myParticipation, { params: { id: season } }));
  expect(mine.participation).toMatchObject({ team_name: `Killed at ${table}`, suspended: false });
  const { rows } = await db.raw(
    `select state, entry_id from reservations where wallet_address = ? and state = 'JOINED'`,
    [me],
  );
  expect(rows).toEqual([{ state: 'JOINED', entry_id: mine.participation.id }]);
  const { rows: used } = await db.raw(
    'select reservation_id from payments join ledger_transfers on id = transfer_id where sender = ?',
    [me],
  );
  expect(used).toEqual([{ reservation_id: expect.any(String) }]);
  expect(await countOpenPayments(db)).toBe(0);
});

it('the service exits on start when the RPC is for another chain', async () => {
  const port = await freePort();
  const wrongChain = createGamesProcess({
    databaseUrl: database.url,
    natsUrl: nats.url,
    jwksUrl: tokens.jwksUrl,
    port,
    env: {
      CHAIN_ID: '1',
      RPC_URL: chain.rpcUrl,
      TOKEN_ADDRESS: chain.token,
      LOG_LEVEL: 'silent',
    },
  });
  expect(await wrongChain.exitCode()).not.toBe(0);
});
