import { describe, expect, it } from 'vitest';
import { buildGame } from '../testing/build.ts';
import { defaultGame } from './default-game.ts';

const [finished, older, running, next, later] = [
  buildGame(10, { status: 'COMPLETED' }),
  buildGame(9, { status: 'COMPLETED' }),
  buildGame(11, { status: 'ACTIVE' }),
  buildGame(12, { status: 'UPCOMING' }),
  buildGame(13, { status: 'UPCOMING' }),
] as const;
const cancelled = buildGame(14, { status: 'CANCELLED' });

describe('default game of a section', () => {
  it.each([
    ['the active one', [later, next, running, finished], running],
    ['else the next', [later, next, finished], next],
    ['else the latest completed', [older, finished, cancelled], finished],
    ['else the first', [cancelled], cancelled],
    ['null without games', [], null],
  ])('RANK-09 weekly: %s', (_, games, expected) => {
    expect(defaultGame('WEEKLY', games)).toBe(expected);
  });

  it.each([
    ['the first active one', [later, running, buildGame(8), finished], running],
    ['else the first upcoming', [finished, later, next], later],
    ['else the first', [finished, older, cancelled], finished],
    ['null without games', [], null],
  ])('RANK-09 tournaments: %s', (_, games, expected) => {
    expect(defaultGame('TOURNAMENT', games)).toBe(expected);
  });

  it('RANK-09 season: the latest, whatever its status and position in the list', () => {
    expect(defaultGame('SEASON', [running, later, finished])).toBe(later);
    expect(defaultGame('SEASON', [])).toBeNull();
  });

  it('RANK-09 does not reorder the list', () => {
    const games = [later, running, next];
    defaultGame('WEEKLY', games);
    expect(games).toEqual([later, running, next]);
  });
});
