import { beforeEach, describe, expect, it } from 'vitest';
import { FOOTBALL, REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { sumPrizeDebts, sumUnpaidRefunds } from './reserves.store.ts';

const games = setUpFinalGames();
const TOKEN = 10n ** 18n;
const GUARANTEE = 200n * TOKEN;
const BLOCK = 50;
let game: string;

beforeEach(async () => {
  await games.db.raw('update games set cancelled_by = ? where cancelled_by is null', ['a test']);
  await games.db.raw("update games set prize_state = 'PAID' where prize_state is not null");
  await games.db('vault_events').delete();
  game = await games.createGame([2, 1]);
});

const readDebts = async () => {
  const [debts] = await sumPrizeDebts(games.db, BLOCK);
  return debts ? [debts.fees, debts.guarantees, debts.prizes] : null;
};
const change = (changes: object) => games.db('games').where({ id: game }).update(changes);

async function settle(): Promise<void> {
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
}

describe('debts of games', () => {
  it('a guarantee counts as far as it exceeds the fees of entries that are not suspended', async () => {
    expect(await readDebts()).toEqual([0n, GUARANTEE, 0n]);
    await games.pay(game, 1, 5);
    await games.pay(game, 2, 7);
    expect(await readDebts()).toEqual([12n, GUARANTEE - 12n, 0n]);
    await games.db('entries').where({ game_id: game, ordinal: 2 }).update({ suspended_at: new Date() });
    expect(await readDebts()).toEqual([5n, GUARANTEE - 5n, 0n]);
    await games
      .db('reservations')
      .where({ game_id: game })
      .update({ fee: String(GUARANTEE + 1n) });
    expect(await readDebts()).toEqual([GUARANTEE + 1n, 0n, 0n]);
  });

  it('a game without matches owes its fees, and a cancelled one or one without entries nothing', async () => {
    await games.pay(game, 1, 5);
    await change({ status: 'CANCELLED' });
    expect(await readDebts()).toEqual([5n, 0n, 0n]);
    await change({ status: 'COMPLETED', cancelled_by: 'an administrator' });
    expect(await readDebts()).toBeNull();
    await change({ cancelled_by: null, participants: 0 });
    expect(await readDebts()).toBeNull();
    await change({ settlement: 'PENDING' });
    expect(await readDebts()).toEqual([5n, GUARANTEE - 5n, 0n]);
  });

  it('settled prizes are owed until they are paid before the block', async () => {
    await settle();
    expect(await readDebts()).toEqual([0n, 0n, GUARANTEE]);
    await games.db('prize_settlements').where({ game_id: game }).update({ paid_amount: '5' });
    const pay = (block_number: number) =>
      games.db('vault_events').insert({
        chain_id: 480,
        vault: `0x${'c'.repeat(40)}`,
        block_number,
        log_index: 0,
        tx_hash: 'payment',
        block_hash: 'block',
        block_time: new Date(),
        kind: 'PAID',
        state: 'SEEN',
        game: `0x${String(block_number).padStart(64, '0')}`,
        amount: '5',
        token: FOOTBALL,
        prize_index: 0,
      });
    await pay(BLOCK);
    expect(await readDebts()).toEqual([0n, 0n, GUARANTEE - 5n]);
    await pay(BLOCK + 1);
    expect(await readDebts()).toEqual([0n, 0n, GUARANTEE]);
    await games.db('vault_events').delete();
    await change({ prize_state: 'PAID' });
    expect(await readDebts()).toBeNull();
  });
});

it('a payment that no reservation explains is a debt while it is on the chain, except one of a funder', async () => {
  const insert = (n: number, changes: object) =>
    games.db('ledger_transfers').insert({
      chain_id: 480,
      tx_hash: `0x${String(n).padStart(64, '0')}`,
      log_index: 0,
      block_number: 7,
      block_hash: '0xb7',
      block_time: new Date(),
      sender: wallet(1),
      recipient: wallet(7),
      amount: '5',
      seen_at: new Date(),
      ...changes,
    });
  const read = () => sumUnpaidRefunds(games.db, BLOCK, new Set([wallet(3)]));
  const before = await read();
  await insert(1, { assigned: true });
  await insert(2, { state: 'ORPHANED' });
  await insert(3, { sender: wallet(3) });
  expect((await read()) - before).toBe(0n);
  await insert(4, {});
  expect((await read()) - before).toBe(5n);
});
