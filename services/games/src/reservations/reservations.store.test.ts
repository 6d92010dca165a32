import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { REVIVAL_MS } from './reservation.ts';
import {
  countUnpaidSince,
  endOtherReservations,
  endReservation,
  findUnpaidReservations,
  lockReservation,
  markKnown,
  markMissing,
  submitHash,
} from './reservations.store.ts';
import { findPreviousHoldEnd } from './seats.store.ts';

const games = setUpFinalGames();
const ME = wallet(9);
const [MINUTE, NOON] = [60_000, Date.parse('2031-08-16T12:00:00Z')];
const [HASH, OTHER_HASH] = [`0x${'ab'.repeat(32)}`, `0x${'ac'.repeat(32)}`] as const;
let game: string;

beforeAll(async () => {
  game = await games.createGame([2, 1]);
});
afterEach(() => games.db('reservations').delete());

/** Inserts a reservation that was made at noon; times in epoch ms. */
async function insert(changes: Record<string, unknown> = {}): Promise<string> {
  const at = (time: number) => new Date(time);
  const row = {
    id: randomUUID(),
    game_id: game,
    wallet_address: ME,
    team: '{}',
    fixed_at: at(NOON),
    fee: '5',
    state: 'EXPIRED',
    not_before: at(NOON),
    expires_at: at(NOON + 3 * MINUTE),
    held_until: at(NOON + 3 * MINUTE),
    created_at: at(NOON),
    ...changes,
  };
  await games.db('reservations').insert(row);
  return row.id;
}
const insertSubmitted = (changes: Record<string, unknown> = {}) =>
  insert({ state: 'SUBMITTED', tx_hash: HASH, submitted_at: new Date(NOON), ...changes });
const read = (id: string) => games.db('reservations').where({ id }).first();
const reread = async (id: string) => (await games.db.transaction((trx) => lockReservation(trx, id)))!;

describe('reservations that a payment may belong to', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['expired', {}, true],
    ['failed', { state: 'FAILED' }, true],
    ['held', { state: 'HELD' }, true],
    ['with a refund due', { state: 'REFUND_DUE' }, false],
    ['of another wallet', { wallet_address: wallet(8) }, false],
    ['of a wallet that has joined its game', { wallet_address: wallet(1) }, false],
    ['made after the payment', { not_before: new Date(NOON + 10 * MINUTE + 1) }, false],
    ['made at the time of the payment', { not_before: new Date(NOON + 10 * MINUTE) }, true],
    ['made too long before', { created_at: new Date(NOON + 10 * MINUTE - REVIVAL_MS - 1) }, false],
    ['made a day before', { created_at: new Date(NOON + 10 * MINUTE - REVIVAL_MS) }, true],
  ])('a reservation %s is found only if its payment could still join', async (_which, changes, found) => {
    const id = await insert(changes);
    const owner = changes.wallet_address === wallet(1) ? wallet(1) : ME;
    const rows = await findUnpaidReservations(games.db, owner, NOON + 10 * MINUTE);
    expect(rows.map((row) => row.id)).toEqual(found ? [id] : []);
  });
});

describe('limits of reservations without a payment', () => {
  it.each<[string, Record<string, unknown>, number]>([
    ['expired', {}, 1],
    ['failed', { state: 'FAILED' }, 1],
    ['underpaid', { state: 'REFUND_DUE', failure: 'UNDERPAID' }, 1],
    ['paid too late', { state: 'REFUND_DUE', failure: 'GAME_FULL' }, 0],
    ['made before', { created_at: new Date(NOON - MINUTE) }, 0],
    ['of another wallet', { wallet_address: wallet(8) }, 0],
  ])('a reservation that was %s counts for the limit and for the pause', async (_which, changes, count) => {
    await insert(changes);
    expect((await countUnpaidSince(games.db, game, ME, NOON - 1)).count).toBe(count);
    const limited = { id: game, max_participants: 2 } as Parameters<typeof findPreviousHoldEnd>[1];
    const end = await findPreviousHoldEnd(games.db, limited, ME, NOON + 13 * MINUTE - 1);
    expect(end).toBe(count ? NOON + 3 * MINUTE : null);
  });
});

describe('a submitted hash', () => {
  const submit = async (id: string, hash: string, now: number) => {
    await games.db.transaction((trx) => submitHash(trx, id, hash, now));
    return read(id);
  };

  it('the time of its report is that of the first report of this hash', async () => {
    const id = await insert({ state: 'HELD' });
    const [first, again, other] = [
      await submit(id, HASH, NOON + MINUTE),
      await submit(id, HASH, NOON + 2 * MINUTE),
      await submit(id, OTHER_HASH, NOON + 2 * MINUTE),
    ];
    expect([first, again, other].map(({ reported_at }) => reported_at)).toEqual([
      NOON + MINUTE,
      NOON + MINUTE,
      NOON + 2 * MINUTE,
    ]);
    expect(other.revived_at).toBeNull();
  });

  it('further hashes do not extend the hold', async () => {
    const id = await insert({ state: 'HELD' });
    expect((await submit(id, HASH, NOON + 150_000)).expires_at).toBe(NOON + 210_000);
    expect((await submit(id, OTHER_HASH, NOON + 200_000)).expires_at).toBe(NOON + 210_000);
  });

  it.each(['EXPIRED', 'FAILED'])('a hash for a reservation that is %s revives it', async (state) => {
    const id = await insert({ state });
    expect(await submit(id, HASH, NOON + 5 * MINUTE)).toMatchObject({
      state: 'SUBMITTED',
      revived_at: NOON + 5 * MINUTE,
    });
  });

  it('a payment that an RPC knows holds the seat once per wallet and game until its reservation is deleted', async () => {
    const know = async (id: string) => {
      await markKnown(games.db, await reread(id), NOON + MINUTE);
      return read(id);
    };
    const first = await insertSubmitted();
    expect((await know(first)).expires_at).toBe(NOON + 30 * MINUTE);
    await games.db('reservations').where({ id: first }).update({ state: 'EXPIRED' });
    const second = await insertSubmitted({ tx_hash: OTHER_HASH });
    expect(await know(second)).toMatchObject({ known_at: NOON + MINUTE, expires_at: NOON + 3 * MINUTE });
    await games.db('reservations').where({ id: first }).delete();
    expect((await know(second)).expires_at).toBe(NOON + 30 * MINUTE);
  });

  it('checks of an earlier hash, or of one that has ended, change nothing', async () => {
    const id = await insertSubmitted();
    const before = await reread(id);
    const check = async (changes: object) => {
      await games.db('reservations').where({ id }).update(changes);
      const stored = await read(id);
      await markKnown(games.db, before, NOON + MINUTE);
      await markMissing(games.db, before, NOON + MINUTE);
      expect(await read(id)).toEqual(stored);
    };
    await check({ tx_hash: OTHER_HASH });
    await check({ tx_hash: HASH, state: 'EXPIRED' });
  });

  it('a payment that was known and is missing keeps its seat for a minute; an unknown one to its end', async () => {
    const [known, unknown] = [
      await insertSubmitted({ known_at: new Date(NOON), expires_at: new Date(NOON + 30 * MINUTE) }),
      await insertSubmitted({ wallet_address: wallet(8) }),
    ];
    for (const id of [known, unknown]) await markMissing(games.db, await reread(id), NOON + MINUTE);
    expect((await read(known)).expires_at).toBe(NOON + 2 * MINUTE);
    expect(await read(unknown)).toMatchObject({
      expires_at: NOON + 3 * MINUTE,
      missing_at: NOON + MINUTE,
    });
  });
});

describe('the end of a reservation', () => {
  it('an end during the hold ends the hold, and a later one keeps its time', async () => {
    const end = async (at: number) => {
      const id = await insert({ state: 'HELD' });
      const reservation = await reread(id);
      await games.db.transaction((trx) => endReservation(trx, reservation, { state: 'EXPIRED', at }));
      return (await read(id)).held_until;
    };
    expect(await end(NOON + MINUTE)).toBe(NOON + MINUTE);
    expect(await end(NOON + 5 * MINUTE)).toBe(NOON + 3 * MINUTE);
  });

  it('a join ends the live reservation of the wallet in its game, and no decided or other one', async () => {
    const own = await insert();
    const others = [
      await insert({ state: 'HELD' }),
      await insert({ state: 'REFUND_DUE' }),
      await insert({ state: 'HELD', wallet_address: wallet(8) }),
      await insert({ state: 'HELD', game_id: await games.createGame([1]) }),
    ];
    const reservation = await reread(own);
    await games.db.transaction((trx) => endOtherReservations(trx, reservation));
    const states = await Promise.all(others.map(async (id) => (await read(id)).state));
    expect(states).toEqual(['EXPIRED', 'REFUND_DUE', 'HELD', 'HELD']);
  });
});
