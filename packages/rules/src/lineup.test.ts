import { describe, expect, it } from 'vitest';
import {
  checkLineup,
  defaultArmbands,
  detectFormation,
  type Lineup,
  lineupAt,
  lineupsForGameweek,
  sortBySlot,
} from './lineup.ts';
import { BENCH, buildLineup, FIELD, POSITIONS_BY_ID } from './testing/teams.ts';

const listViolations = (changes: Partial<Lineup>) =>
  checkLineup(buildLineup(changes), POSITIONS_BY_ID).map(({ code, path }) => `${code} ${path}`);

describe('checkLineup', () => {
  it('CONST-04 a lineup with 11 on the field and 4 on the bench is legal', () => {
    expect(listViolations({})).toEqual([]);
  });

  it('the outfield bench and the players of a position may be in any order', () => {
    expect(listViolations({ bench: [12, 15, 14, 13], field: [1, 4, 3, 2, 5, 6, 7, 8, 11, 10, 9] })).toEqual(
      [],
    );
  });

  it.each<[string, Partial<Lineup>, string[]]>([
    ['CONST-04 ten on the field', { field: FIELD.slice(0, 10) }, ['FIELD_SIZE field_players']],
    ['CONST-04 three on the bench', { bench: BENCH.slice(0, 3) }, ['BENCH_SIZE bench_players']],
    ['a player on field and bench', { bench: [12, 13, 14, 11] }, ['DUPLICATE_PLAYER bench_players']],
    ['a player twice on the field', { field: FIELD.with(10, 9) }, ['DUPLICATE_PLAYER field_players']],
    ['an unknown player on the field', { field: FIELD.with(10, 77) }, ['PLAYER_NOT_IN_SQUAD field_players']],
    ['an unknown player on the bench', { bench: BENCH.with(3, 77) }, ['PLAYER_NOT_IN_SQUAD bench_players']],
    ['CONST-05 an unknown formation', { formation: '5-2-3' }, ['FORMATION_UNKNOWN formation']],
    [
      'CONST-05 a formation that does not match the field',
      { formation: '4-4-2' },
      ['FORMATION_MISMATCH field_players'],
    ],
    [
      'two goalkeepers on the field',
      { field: FIELD.with(1, 12), bench: [2, 13, 14, 15] },
      ['FORMATION_MISMATCH field_players', 'BENCH_GOALKEEPER bench_players'],
    ],
    [
      'a bench that does not start with its goalkeeper',
      { bench: [13, 12, 14, 15] },
      ['BENCH_GOALKEEPER bench_players'],
    ],
    ['VIEW-12 a captain on the bench', { captain_id: 13 }, ['CAPTAIN_NOT_ON_FIELD captain_id']],
    [
      'VIEW-12 a vice-captain on the bench',
      { vice_captain_id: 13 },
      ['VICE_CAPTAIN_NOT_ON_FIELD vice_captain_id'],
    ],
    ['one player with both bands', { vice_captain_id: 9 }, ['CAPTAIN_IS_VICE_CAPTAIN vice_captain_id']],
  ])('%s is a violation', (_title, changes, expected) => {
    expect(listViolations(changes)).toEqual(expected);
  });
});

describe('defaultArmbands', () => {
  it.each<[string, number | null | undefined, number | null | undefined, number, number]>([
    ['both missing: first and second', undefined, null, 1, 2],
    ['captain missing', undefined, 5, 1, 5],
    ['captain missing, the first is vice-captain', undefined, 1, 2, 1],
    ['vice-captain missing', 9, undefined, 9, 2],
    ['vice-captain missing, the second is captain', 2, undefined, 2, 1],
    ['both chosen', 9, 5, 9, 5],
  ])('VIEW-12 default armbands, %s', (_title, captain, vice, captain_id, vice_captain_id) => {
    expect(defaultArmbands(FIELD, captain, vice)).toEqual({ captain_id, vice_captain_id });
  });
});

describe('slot order and formation', () => {
  it('sortBySlot sorts by position and keeps the order within a position', () => {
    expect(sortBySlot([11, 9, 8, 5, 4, 2, 1], POSITIONS_BY_ID)).toEqual([1, 4, 2, 8, 5, 11, 9]);
  });

  it('detectFormation returns the formation of a field', () => {
    expect(detectFormation(FIELD, POSITIONS_BY_ID)).toBe('3-4-3');
    expect(detectFormation(FIELD.with(4, 13), POSITIONS_BY_ID)).toBe('4-3-3');
    expect(detectFormation(FIELD.with(8, 13).with(9, 14).with(10, 15), POSITIONS_BY_ID)).toBeNull();
    expect(detectFormation(FIELD.with(4, 12), POSITIONS_BY_ID)).toBeNull();
  });
});

const version = (saved_at: number, effective_gameweek: number) => ({
  ...buildLineup({ saved_at }),
  effective_gameweek,
});
const times = (versions: readonly { saved_at: number }[]) => versions.map((each) => each.saved_at);

describe('lineupsForGameweek', () => {
  const versions = [version(30, 3), version(10, 1), version(20, 3), version(15, 5)];

  it.each([
    [0, []],
    [1, [10]],
    [2, [10]],
    [3, [10, 20, 30]],
    [4, [10, 20, 30]],
    [5, [10, 15]],
    [9, [10, 15]],
  ])('gameweek %i has the versions that were in force for it one after another', (gameweek, expected) => {
    expect(times(lineupsForGameweek(versions, gameweek))).toEqual(expected);
  });

  it('a version saved for an earlier gameweek is in force until one for a later gameweek is saved', () => {
    const saved = [version(10, 1), version(20, 3), version(30, 4), version(40, 3), version(50, 4)];
    expect(times(lineupsForGameweek(saved, 4))).toEqual([10, 20, 30, 50]);
    expect(times(lineupsForGameweek(saved, 3))).toEqual([10, 20, 40]);
  });

  it('the version for the later gameweek is in force if two were saved at the same time', () => {
    const gameweeks = (saved: Parameters<typeof lineupsForGameweek>[0]) =>
      lineupsForGameweek(saved, 4).map((each) => each.effective_gameweek);
    expect(gameweeks([version(10, 4), version(10, 3)])).toEqual([3, 4]);
    expect(gameweeks([version(10, 3), version(10, 4)])).toEqual([3, 4]);
  });

  it('a team that joined in the gameweek has only the versions of that gameweek', () => {
    expect(times(lineupsForGameweek([version(10, 4), version(20, 4)], 4))).toEqual([10, 20]);
  });
});

describe('lineupAt', () => {
  const versions = [version(10, 1), version(20, 1), version(30, 1)];

  it.each([
    [5, 10],
    [11, 10],
    [20, 10],
    [21, 20],
    [99, 30],
  ])('at time %i the version saved at %i is in force', (instant, saved_at) => {
    expect(lineupAt(versions, instant).saved_at).toBe(saved_at);
  });
});
