import { verify as checkSignature, createPublicKey } from 'node:crypto';
import { joinGame } from '@touchline/api/http/entries';
import { publicLineup } from '@touchline/api/http/lineups';
import { lineupProof, lockRoots, myReceipts, receiptKeys } from '@touchline/api/http/seals';
import { LOCK_ROOT_DELAY_MS } from '@touchline/rules/missing-roots';
import { verifyLineup } from '@touchline/rules/verify-lineup';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../seals.ts';
import { buildJoin, DAY, HOUR, MINUTE } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { publishRoots } from '../testing/publish-roots.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const saturday = base + DAY;
const sunday = saturday + DAY;
/** Players of clubs 1 to 10, who play on Saturday. */
const EARLY = [10, 20, 32, 42, 52, 62, 72, 85, 95, 105];

const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, base), 'test');
let game: string;
let n = 10;

beforeEach(async () => {
  game = (await app.game('WEEKLY', 1)).id;
});

const join = (who = wallet(n++)) =>
  app.as(who).request(joinGame, { params: { id: game }, body: buildJoin() }) as Promise<{
    participation: { id: string };
    receipt: Awaited<ReturnType<typeof readReceipts>>[number];
  }>;
const readReceipts = async (who: string, id: string) =>
  (await app.as(who).request(myReceipts, { params: { id } })).receipts;
const readRoots = async () => (await app.as(null).request(lockRoots, { params: { id: game } })).roots;
const readProof = (id: string) => app.as(null).request(lineupProof, { params: { id }, query: {} });
const verify = async (id: string, receipts: Awaited<ReturnType<typeof readReceipts>> = []) =>
  verifyLineup(sha256, await readProof(id), await readRoots(), receipts);

/** Publishes as two replicas at the same time. */
const publish = () => Promise.all([publishRoots(app), publishRoots(app)]);

describe('receipts', () => {
  it('a join and every save return a signed receipt, and a repeated save returns the same one', async () => {
    const who = wallet(n++);
    const { participation, receipt } = await join(who);
    const { keys } = await app.as(null).request(receiptKeys);
    const [header, payload, signature] = receipt.signature.split('.') as [string, string, string];
    const key = createPublicKey({ key: { ...keys[0] }, format: 'jwk' });
    expect(
      checkSignature(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({ root: receipt.commitment });
    // A receipt has the whole key: another one that is published later makes no forgery of it.
    const { kty, crv, x, kid } = keys[0]!;
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      kid,
      jwk: { kty, crv, x },
    });
    expect(receipt.version.saved_at).toBe(base);
    expect((await join(who)).receipt).toEqual(receipt);
    app.clock.now += MINUTE;
    const [first, second] = [
      await app.save(who, participation.id, [[32, 62]]),
      await app.save(who, participation.id, [[32, 62]]),
    ] as {
      receipt: typeof receipt;
    }[];
    expect(first!.receipt).toEqual(second!.receipt);
    expect(first!.receipt.commitment).not.toBe(receipt.commitment);
    expect(first!.receipt.version).toEqual({ gameweek: 1, number: 2, saved_at: base + MINUTE });
    expect(await readReceipts(who, participation.id)).toEqual([first!.receipt]);
    const { status } = await app.raw('GET', `/games/participations/${participation.id}/receipt`, wallet(1));
    expect(status).toBe(404);
  });
});

describe('lock roots', () => {
  it('A28 nothing opens before the first kick-off; each root opens the players of its kick-off; the end opens all', async () => {
    const who = wallet(n++);
    const { participation, receipt } = await join(who);
    await join();
    app.clock.now = saturday + LOCK_ROOT_DELAY_MS - 1;
    await publish();
    expect(await readRoots()).toEqual([]);
    expect((await readProof(participation.id)).locks).toEqual([]);

    app.clock.now = saturday + LOCK_ROOT_DELAY_MS;
    await publish();
    const [lock] = (await readProof(participation.id)).locks;
    expect(lock!.slots.map(({ player }) => player).sort((a, b) => a - b)).toEqual(EARLY);
    expect(await verify(participation.id, [receipt])).toEqual([]);

    app.clock.now = sunday + LOCK_ROOT_DELAY_MS;
    await publish();
    const after = await readProof(participation.id);
    expect(after.locks.map(({ slots }) => slots.length)).toEqual([10, 15]);
    await app.end(1, 'saturday');
    await app.end(1, 'sunday');
    await app.checkGameweek(1);
    await publish();
    const { locks } = await readProof(participation.id);
    expect(locks.map(({ final, slots }) => [final, slots.length])).toEqual([
      [false, 10],
      [false, 15],
      [true, 15],
    ]);
    expect(await verify(participation.id, [receipt])).toEqual([]);
    expect(await readRoots()).toHaveLength(3);
  });

  it('a lineup saved a millisecond before the kick-off is in its root, and one at the kick-off is not', async () => {
    const who = wallet(n++);
    const { participation } = await join(who);
    app.clock.now = saturday - 1;
    await app.save(who, participation.id, [[32, 62]]);
    app.clock.now = saturday;
    await app
      .save(who, participation.id, [
        [32, 62],
        [115, 125],
      ])
      .catch(() => undefined);
    app.clock.now = saturday + LOCK_ROOT_DELAY_MS;
    await publish();
    const [lock] = (await readProof(participation.id)).locks;
    expect(lock!.version).toEqual({ gameweek: 1, number: 2, saved_at: saturday - 1 });
    expect(lock!.slots.find(({ player }) => player === 62)?.slot).toBe(1);
    expect(await verify(participation.id)).toEqual([]);
  });

  it('a change of formation that moves locked players to other slots of the field contradicts no root', async () => {
    const who = wallet(n++);
    const { participation } = await join(who);
    const { id } = participation;
    const late = app.feed.fixtures.find(({ event, team_h }) => event === 1 && team_h === 5)!;
    await app.move([late.id], { kickoff: sunday });
    app.clock.now = saturday + LOCK_ROOT_DELAY_MS;
    await publish();
    await app.save(who, id, [], {
      formation: '4-3-3',
      field_players: [10, 32, 42, 52, 62, 85, 95, 105, 138, 148, 158],
      bench_players: [20, 115, 72, 125],
    });
    app.clock.now = sunday + LOCK_ROOT_DELAY_MS;
    await publish();
    const { locks } = await readProof(id);
    expect(locks.map(({ slots }) => slots.find(({ player }) => player === 85)?.slot)).toEqual([4, 5]);
    expect(await verify(id, await readReceipts(who, id))).toEqual([]);
  });

  it('two replicas, repeated runs and a crash before the publication lead to one root per kick-off', async () => {
    const entries = await Promise.all(Array.from({ length: 5 }, () => join()));
    app.clock.now = sunday + HOUR;
    await publish();
    const roots = await readRoots();
    expect(roots.map(({ locks_at }) => Date.parse(locks_at))).toEqual([saturday, sunday]);
    await publish();
    expect(await readRoots()).toEqual(roots);
    await app.db.raw('delete from lock_roots');
    await publish();
    expect((await readRoots()).map(({ root }) => root)).toEqual(roots.map(({ root }) => root));
    for (const { participation } of entries) expect(await verify(participation.id)).toEqual([]);
  });

  it('a postponed match keeps its players sealed until the gameweek is final', async () => {
    const { participation } = await join();
    const postponed = app.feed.fixtures.find(({ event, team_h }) => event === 1 && team_h === 1)!;
    await app.move([postponed.id], { kickoff: null });
    app.clock.now = sunday + LOCK_ROOT_DELAY_MS;
    await publish();
    const { locks } = await readProof(participation.id);
    for (const lock of locks) expect(lock.slots.some(({ player }) => [10, 20].includes(player))).toBe(false);
    const shown = await app
      .as(null)
      .request(publicLineup, { params: { id: game, participation_id: participation.id } });
    expect(shown.players.map(({ id }) => id).sort()).toEqual(
      locks
        .at(-1)!
        .slots.map(({ player }) => player)
        .sort(),
    );
  });

  it('a match moved by a day opens its players at the new kick-off', async () => {
    const { participation } = await join();
    const moved = app.feed.fixtures.find(({ event, team_h }) => event === 1 && team_h === 1)!;
    await app.move([moved.id], { kickoff: saturday + 3 * DAY });
    app.clock.now = sunday + LOCK_ROOT_DELAY_MS;
    await publish();
    const before = await readProof(participation.id);
    expect(before.locks.map(({ slots }) => slots.length)).toEqual([8, 13]);
    app.clock.now = saturday + 3 * DAY + LOCK_ROOT_DELAY_MS;
    await publish();
    const after = await readProof(participation.id);
    expect(after.locks.map(({ slots }) => slots.length)).toEqual([8, 13, 15]);
    expect(await verify(participation.id)).toEqual([]);
  });

  it('A28 a row changed in SQL after the lock is found, with its slot, with and without a receipt', async () => {
    const { participation, receipt } = await join();
    const other = await join();
    app.clock.now = saturday + LOCK_ROOT_DELAY_MS;
    await publish();
    const { id } = participation;
    // Slot 4 gets player 84 instead of 85.
    await app.db.raw(
      'update entries set first_lineup = overlay(first_lineup placing ? from 9 for 2) where id = ?',
      [Buffer.from([0, 84]), id],
    );
    const [problem] = await verify(id);
    expect(problem).toMatchObject({ slot: 4 });
    expect(problem!.text).toContain('changed after the lock');
    expect(await verify(id, [receipt])).toContainEqual(
      expect.objectContaining({ slot: 4, text: expect.stringContaining('player 85 in the receipt') }),
    );
    expect(await verify(other.participation.id)).toEqual([]);
  });

  it('a sealed slot changed in SQL is found with the receipt, and a changed commitment by anyone', async () => {
    const { participation, receipt } = await join();
    app.clock.now = saturday + LOCK_ROOT_DELAY_MS;
    await publish();
    const { id } = participation;
    // Slot 8 (player 138) is sealed until Sunday.
    await app.db.raw(
      'update entries set first_lineup = overlay(first_lineup placing ? from 17 for 2) where id = ?',
      [Buffer.from([0, 139]), id],
    );
    expect((await verify(id)).map(({ text }) => text)).toEqual(['the lineup is not the committed one']);
    expect((await verify(id, [receipt])).map(({ slot }) => slot)).toEqual([8]);
    await app.db.raw('update entries set first_commitment = sha256(first_commitment) where id = ?', [id]);
    expect((await verify(id)).map(({ text }) => text)).toContain('the commitment is not in the lock root');
  });
});
