import { saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, everyWeek, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';
import { MAX_VERSIONS } from './validate-save.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const me = wallet(1);
let id: string;
let game: string;
let n = 900;
let owner = me;

const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, base, everyWeek(base + DAY, 3)));

beforeAll(async () => {
  game = (await app.game('SEASON')).id;
});

beforeEach(async () => {
  owner = wallet(n++);
  id = await app.join(owner, game);
});

/** The lineup of `buildJoin`, with changes. */
const save = (changes: object = {}) =>
  app.as(owner).request(saveLineup, {
    params: { id },
    body: {
      formation: '3-4-3',
      field_players: [...TEAM.field],
      bench_players: [...TEAM.bench],
      captain_id: 138,
      vice_captain_id: 85,
      ...changes,
    },
  });

/** Reads what a save can write: versions, the game's version and events. */
async function readWrites() {
  const versions = await app.db('lineup_versions').where({ entry_id: id }).count({ n: '*' });
  const [{ version }] = await app.db('games').where({ id: game }).select('version');
  // Rows of the outbox are deleted once they are published, so the sequence of their ids counts them.
  const sequence =
    "select last_value from pg_sequences where schemaname = current_schema() and sequencename = 'outbox_position_seq'";
  const { rows } = await app.db.raw(sequence);
  return { versions: Number(versions[0]!.n), version, events: Number(rows[0].last_value) };
}

describe('S8 limits of saves', () => {
  it('S8 a lineup that changes nothing adds no version and no event, and keeps the game’s version', async () => {
    const before = await readWrites();
    for (let turn = 0; turn < 20; turn += 1)
      expect(await save()).toMatchObject({ lineup: { captain_id: 138 }, effective_gameweek: null });
    await Promise.all(Array.from({ length: 20 }, () => save()));
    expect(await readWrites()).toEqual(before);
    await save({ captain_id: 148 });
    await Promise.all(Array.from({ length: 20 }, () => save()));
    // The lineup is sealed until the first kick-off, so no event reveals when it was saved.
    expect(await readWrites()).toEqual({
      versions: before.versions + 2,
      version: before.version + 2,
      events: before.events,
    });
  });

  it('S8 the same lineup for the next gameweek adds one version, once', async () => {
    const before = await readWrites();
    for (let turn = 0; turn < 5; turn += 1)
      expect(await save({ effective_gameweek: 2 })).toMatchObject({ effective_gameweek: 2 });
    expect((await readWrites()).versions).toBe(before.versions + 1);
  });

  it(`S8 an entry saves up to ${MAX_VERSIONS} versions for a gameweek; other gameweeks are not affected`, async () => {
    const turns = [138, 148];
    for (let turn = 1; turn < MAX_VERSIONS; turn += 1) await save({ captain_id: turns[turn % 2] });
    const full = await readWrites();
    expect(full.versions).toBe(MAX_VERSIONS);
    const last = turns[(MAX_VERSIONS - 1) % 2];
    const error = await rejection(save({ captain_id: 158 }));
    expect(error).toMatchObject({ status: 409, code: 'TOO_MANY_CHANGES' });
    expect(error.message).toContain('50 times for gameweek 1');
    expect(await readWrites()).toEqual(full);
    // The lineup that counts can still be confirmed, and the next gameweek can be edited.
    await save({ captain_id: last });
    await save({ captain_id: 158, effective_gameweek: 2 });
    expect((await readWrites()).versions).toBe(MAX_VERSIONS + 1);
  });
});
