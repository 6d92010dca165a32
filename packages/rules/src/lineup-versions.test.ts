import { describe, expect, it } from 'vitest';
import { lineupAt, lineupsForGameweek } from './lineup-versions.ts';
import { buildLineup } from './testing/teams.ts';

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
    [4, [30]],
    [5, [30, 15]],
    [9, [15]],
  ])('gameweek %i has the version in force at its start, then its own versions', (gameweek, expected) => {
    expect(times(lineupsForGameweek(versions, gameweek))).toEqual(expected);
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
