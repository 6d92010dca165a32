import type { Player } from '@touchline/api/http/fpl';
import { describe, expect, test } from 'vitest';
import { findMissingPlayers } from './completeness.ts';

/** Twenty players of each of twenty clubs. */
const players = Array.from(
  { length: 400 },
  (_, index) => ({ id: index + 1, team: (index % 20) + 1 }) as Player,
);

describe('findMissingPlayers', () => {
  test('accepts new players, and up to 5 % of the players removed', () => {
    expect(findMissingPlayers(players, [...players, { id: 401 }])).toBeNull();
    expect(findMissingPlayers(players, players.slice(1))).toBeNull();
    expect(findMissingPlayers(players, players.slice(20))).toBeNull();
  });

  test.each([
    ['more than 5 % of the players', players.slice(21)],
    ['all players of a club', players.filter(({ team }) => team !== 7)],
  ])('rejects a list without %s', (_name, list) => {
    expect(findMissingPlayers(players, list)).toMatchObject({ fault: 'incomplete', resource: 'bootstrap' });
  });
});
