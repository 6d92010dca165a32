import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type TestNats, testNats } from '@touchline/local-stack/testing';
import { query } from '@touchline/service-kit/data/database';
import { startTokens, type Tokens } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import type { Knex } from 'knex';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
let nats: TestNats;
let tokens: Tokens;
let processes: GamesProcess[];

beforeAll(async () => {
  [nats, tokens] = await Promise.all([testNats(), startTokens()]);
});
afterAll(() => Promise.all([nats?.stop(), tokens?.stop()]));
beforeEach(async () => {
  processes = [await openProcess(), await openProcess()];
});
afterEach(() => Promise.all(processes.map((each) => each.kill())));

const openProcess = async () =>
  createGamesProcess({
    databaseUrl: games.databaseUrl,
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
  await trx.raw('lock table prize_trees in share mode');
  return trx;
}

/** Waits until a process is in the middle of freezing. */
const waitForFreeze = () =>
  eventually(async () => {
    const sql = "select from pg_locks where not granted and relation = 'prize_trees'::regclass";
    expect(await query(games.db, sql)).toHaveLength(1);
  }, TIMEOUT_MS);

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
}

describe('freezing prizes', { timeout: 120_000 }, () => {
  it('a process that is killed in the middle leaves nothing behind, and the next one settles once', async () => {
    const hold = await holdFreezes();
    const game = await createGame();
    await processes[0]!.start();
    await waitForFreeze();
    await processes[0]!.kill();
    await hold.commit();
    expect(await readState(game)).toBe('REVIEW');
    expect(await query(games.db, 'select from prize_trees where game_id = ?', [game])).toEqual([]);
    await processes[1]!.start();
    await expectOneSettlement(game);
  });
});
