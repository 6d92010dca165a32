import type { FixtureScoreMessage } from '@touchline/api/events/fpl-relay';
import type { Player } from '@touchline/api/http/fpl';
import { describe, expect, test } from 'vitest';
import { assertComplete, findMissingPlayers } from './completeness.ts';

/** Twenty players of each of twenty clubs. */
const players = Array.from(
  { length: 400 },
  (_, index) => ({ id: index + 1, team: (index % 20) + 1 }) as Player,
);

describe('findMissingPlayers', () => {
  test('the check accepts new players, and up to 5 % of the players removed', () => {
    expect(findMissingPlayers(players, [...players, { id: 401 }])).toBeNull();
    expect(findMissingPlayers(players, players.slice(1))).toBeNull();
    expect(findMissingPlayers(players, players.slice(20))).toBeNull();
  });

  test.each([
    ['more than 5 % of the players', players.slice(21)],
    ['all players of a club', players.filter(({ team }) => team !== 7)],
  ])('the check rejects a list without %s', (_name, list) => {
    expect(findMissingPlayers(players, list)).toMatchObject({ fault: 'incomplete', resource: 'bootstrap' });
  });
});

describe('assertComplete', () => {
  const scored = (player: number, minutes: number) => [{ player, minutes, points: 0 } as FixtureScoreMessage];

  test('the check accepts players who are in one of the two lists, up to 5 % of the bootstrap, if they have not played', () => {
    const live = [...players.slice(20), { id: 401 }];
    expect(() => assertComplete(1, [], live, players)).not.toThrow();
    expect(() => assertComplete(1, scored(1, 0), live, players)).not.toThrow();
    expect(() => assertComplete(1, scored(402, 90), live, players)).not.toThrow();
  });

  test.each([
    ['more than 5 % of the players', [], players.slice(21)],
    ['all players of a club', [], players.filter(({ team }) => team !== 7)],
    ['a player who has minutes', scored(1, 90), players.slice(1)],
  ])('the check rejects a live list without %s', (_name, before, list) => {
    expect(() => assertComplete(1, before, list, players)).toThrow(
      expect.objectContaining({ fault: 'incomplete', resource: 'live' }),
    );
  });
});
