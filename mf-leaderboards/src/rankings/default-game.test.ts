import { describe, expect, it } from 'vitest';
import { buildGame } from '../testing/build.ts';
import { findDefaultGame, findLastResult } from './default-game.ts';

const [finished, older, running, next, later] = [
  buildGame(10, { status: 'COMPLETED' }),
  buildGame(9, { status: 'COMPLETED' }),
  buildGame(11, { status: 'ACTIVE' }),
  buildGame(12, { status: 'UPCOMING' }),
  buildGame(13, { status: 'UPCOMING' }),
] as const;
const cancelled = buildGame(14, { status: 'CANCELLED' });

describe('findDefaultGame', () => {
  it.each([
    ['the active game', [later, next, running, finished], running],
    ['the next game if none is active', [later, next, finished], next],
    ['the latest completed game if none is upcoming', [older, finished, cancelled], finished],
    ['the first game if all are cancelled', [cancelled], cancelled],
    ['null without games', [], null],
  ])('RANK-09 the weekly section opens %s', (_, games, expected) => {
    expect(findDefaultGame('WEEKLY', games)).toBe(expected);
  });

  it.each([
    ['the first active game', [later, running, buildGame(8), finished], running],
    ['the first upcoming game if none is active', [finished, later, next], later],
    ['the first game if none is active or upcoming', [finished, older, cancelled], finished],
    ['null without games', [], null],
  ])('RANK-09 the tournament section opens %s', (_, games, expected) => {
    expect(findDefaultGame('TOURNAMENT', games)).toBe(expected);
  });

  it('RANK-09 the season section opens the latest game, regardless of its status and position', () => {
    expect(findDefaultGame('SEASON', [running, later, finished])).toBe(later);
    expect(findDefaultGame('SEASON', [])).toBeNull();
  });

  it('RANK-09 the list of games is not reordered', () => {
    const games = [later, running, next];
    findDefaultGame('WEEKLY', games);
    expect(games).toEqual([later, running, next]);
  });
});

describe('findLastResult', () => {
  const withTeams = buildGame(9, { status: 'COMPLETED', current_participants: 3 });
  const withoutTeams = buildGame(10, { status: 'COMPLETED', current_participants: 0 });

  it('a later game without teams has no result', () => {
    expect(findLastResult(next, [withTeams, withoutTeams, next])).toBe(withTeams);
    expect(findLastResult(next, [withoutTeams, next])).toBeNull();
  });

  it('the result is not shown once the next game has started', () => {
    expect(findLastResult(running, [withTeams, running])).toBeNull();
  });
});
