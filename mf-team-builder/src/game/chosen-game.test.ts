import { describe, expect, it } from 'vitest';
import { CHOSEN_GAME_KEY, clearChoiceOnLeave, parseChoice, readChoice, saveChoice } from './chosen-game.ts';

describe('chosen game', () => {
  it('BUILD-01 parseChoice accepts both names of each navigation state field', () => {
    const cup = { id: 'c', name: 'Cup' };
    expect(parseChoice({ gameMode: 'weekly', gameId: 'g', fromGameSelection: true })).toEqual({
      mode: 'weekly',
      game_id: 'g',
    });
    expect(parseChoice({ selectedMode: 'season' })).toEqual({ mode: 'season' });
    expect(parseChoice({ gameMode: 'tournament', tournament: cup })).toMatchObject({ tournament: cup });
    expect(parseChoice({ selectedMode: 'tournament', selectedTournament: cup })).toMatchObject({
      tournament: cup,
    });
  });

  it.each([null, undefined, 'weekly', {}, { gameMode: 'daily' }])(
    'BUILD-01 parseChoice returns null for %j',
    (state) => {
      expect(parseChoice(state)).toBeNull();
    },
  );

  it('BUILD-01 a saved choice survives a reload', () => {
    saveChoice({ mode: 'tournament', tournament: { id: 'c', name: 'Cup' } });
    expect(readChoice()).toEqual({ mode: 'tournament', tournament: { id: 'c', name: 'Cup' } });
  });

  it.each(['{', '"weekly"', '{"mode":"daily"}', '{"mode":"weekly","game_id":7}'])(
    'BUILD-04 the corrupt value %s is cleared',
    (text) => {
      sessionStorage.setItem(CHOSEN_GAME_KEY, text);
      expect(readChoice()).toBe('corrupt');
      expect(sessionStorage.getItem(CHOSEN_GAME_KEY)).toBeNull();
    },
  );

  it.each([
    ['/team-view/1', true],
    ['/team-build', true],
    ['/fixtures', false],
    ['/my-team', false],
    ['/', false],
  ])('BUILD-05 leaving for %s keeps the choice: %s', (path, kept) => {
    saveChoice({ mode: 'weekly' });
    clearChoiceOnLeave(path);
    expect(sessionStorage.getItem(CHOSEN_GAME_KEY) !== null).toBe(kept);
  });
});
