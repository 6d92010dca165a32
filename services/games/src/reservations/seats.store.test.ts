import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { expireHolds, findGamesWithExpiredHolds, isFull, releaseSeat, takeSeat } from './seats.store.ts';

const games = setUpFinalGames();
const NOON = Date.parse('2031-08-16T12:00:00Z');
const [ENTERED, ME, RIVAL] = [wallet(1), wallet(8), wallet(9)];
let id: string;

/** A game with two seats, of which the only entry has the first. */
beforeEach(async () => {
  id = await games.createGame([1]);
  await games.db('games').where({ id }).update({ max_participants: 2 });
  await games.db('seats').insert({ game_id: id, number: 1, wallet_address: ENTERED });
});

/** Inserts a hold of a wallet that ended at noon, with its seat. */
async function hold(wallet_address: string, changes: object = {}): Promise<void> {
  await games.db('reservations').insert({
    id: randomUUID(),
    game_id: id,
    wallet_address,
    team: '{}',
    fixed_at: new Date(NOON),
    fee: '5',
    state: 'HELD',
    not_before: new Date(NOON),
    expires_at: new Date(NOON),
    created_at: new Date(NOON),
    ...changes,
  });
  const seat = { game_id: id, number: 2, wallet_address };
  await games.db('seats').insert(seat).onConflict().ignore();
}

const run = <T>(work: (trx: Parameters<typeof takeSeat>[0]) => Promise<T>) => games.db.transaction(work);
const take = async (who: string, now = NOON) => {
  const game = (await findGame(games.db, id))!;
  return run((trx) => takeSeat(trx, game, who, now));
};
const readSeats = () => games.db('seats').where({ game_id: id }).orderBy('number').pluck('wallet_address');
const SUBMITTED = { state: 'SUBMITTED', tx_hash: `0x${'ab'.repeat(32)}` };

describe('a seat', () => {
  it('a wallet takes one of the free seats, and none without a free one', async () => {
    await games.db('games').where({ id }).update({ max_participants: 3 });
    const taken = [await take(ME), await take(ME), await take(RIVAL), await take(wallet(7))];
    expect(taken).toEqual([true, true, true, false]);
    expect(await readSeats()).toEqual([ENTERED, ME, RIVAL]);
    expect(await take(ENTERED)).toBe(true);
  });

  it.each<[string, object, boolean]>([
    ['has ended', {}, true],
    ['has not ended', { expires_at: new Date(NOON + 1) }, false],
    ['has a hash that was not checked', SUBMITTED, false],
    ['has a hash that no RPC knows', { ...SUBMITTED, missing_at: new Date(NOON) }, true],
    [
      'has a payment that an RPC knew',
      { ...SUBMITTED, missing_at: new Date(NOON), known_at: new Date(NOON) },
      false,
    ],
    ['is paid for', { state: 'FAILED' }, false],
  ])('the seat of a hold that %s is free or taken', async (_which, changes, free) => {
    await hold(RIVAL, changes);
    const game = (await findGame(games.db, id))!;
    expect(await isFull(games.db, game, ME, NOON)).toBe(!free);
    expect((await findGamesWithExpiredHolds(games.db, NOON)).includes(id)).toBe(free);
    expect(await take(ME)).toBe(free);
    expect(await readSeats()).toEqual([ENTERED, free ? ME : RIVAL]);
  });

  it('a wallet that takes a seat again keeps its own expired hold', async () => {
    await hold(ME);
    expect(await take(ME)).toBe(true);
    expect(await games.db('reservations').where({ game_id: id }).pluck('state')).toEqual(['HELD']);
  });
});

describe('the end of holds', () => {
  it('an ended hold loses its seat, except that of a wallet that has joined', async () => {
    await hold(ME);
    await hold(ENTERED);
    await run((trx) => expireHolds(trx, NOON, { game: id }));
    expect(await readSeats()).toEqual([ENTERED]);
    expect(await games.db('reservations').where({ game_id: id }).pluck('state')).toEqual([
      'EXPIRED',
      'EXPIRED',
    ]);
  });

  it.each<[string, string, object, boolean]>([
    ['without a live reservation', ME, { state: 'EXPIRED' }, false],
    ['with a hold', ME, {}, true],
    ['with a submitted hash', ME, SUBMITTED, true],
  ])('a wallet %s keeps or loses its seat', async (_which, who, changes, keeps) => {
    await hold(who, changes);
    await run((trx) => releaseSeat(trx, id, who));
    expect(await readSeats()).toEqual(keeps ? [ENTERED, who] : [ENTERED]);
  });

  it('a wallet that has joined keeps its seat, and other wallets theirs', async () => {
    await hold(ME, { state: 'EXPIRED' });
    await run((trx) => releaseSeat(trx, id, ENTERED));
    await run((trx) => releaseSeat(trx, id, RIVAL));
    expect(await readSeats()).toEqual([ENTERED, ME]);
  });
});
