import { beforeEach, describe, expect, it } from 'vitest';
import { CHOSEN_GAME_KEY, choiceOf, forgetChoiceAt, readChoice, saveChoice } from './chosen-game.ts';

beforeEach(() => sessionStorage.clear());

describe('the chosen game', () => {
  it('BUILD-01 is read from navigation state under either name', () => {
    const cup = { id: 'c', name: 'Cup' };
    expect(choiceOf({ gameMode: 'weekly', gameId: 'g', fromGameSelection: true })).toEqual({
      mode: 'weekly',
      game_id: 'g',
    });
    expect(choiceOf({ selectedMode: 'season' })).toEqual({ mode: 'season' });
    expect(choiceOf({ gameMode: 'tournament', tournament: cup })).toMatchObject({ tournament: cup });
    expect(choiceOf({ selectedMode: 'tournament', selectedTournament: cup })).toMatchObject({
      tournament: cup,
    });
  });

  it.each([null, undefined, 'weekly', {}, { gameMode: 'daily' }])('BUILD-01 is none in %j', (state) => {
    expect(choiceOf(state)).toBeNull();
  });

  it('BUILD-01 survives a reload', () => {
    saveChoice(sessionStorage, { mode: 'tournament', tournament: { id: 'c', name: 'Cup' } });
    expect(readChoice(sessionStorage)).toEqual({
      kind: 'chosen',
      chosen: { mode: 'tournament', tournament: { id: 'c', name: 'Cup' } },
    });
  });

  it.each(['{', '"weekly"', '{"mode":"daily"}', '{"mode":"weekly","game_id":7}'])(
    'BUILD-04 %s is corrupt and cleared',
    (text) => {
      sessionStorage.setItem(CHOSEN_GAME_KEY, text);
      expect(readChoice(sessionStorage)).toEqual({ kind: 'corrupt' });
      expect(sessionStorage.getItem(CHOSEN_GAME_KEY)).toBeNull();
    },
  );

  it.each([
    ['/team-view/1', true],
    ['/team-build', true],
    ['/fixtures', false],
    ['/my-team', false],
    ['/', false],
  ])('BUILD-05 when leaving for %s it is kept: %s', (path, kept) => {
    saveChoice(sessionStorage, { mode: 'weekly' });
    forgetChoiceAt(sessionStorage, path);
    expect(sessionStorage.getItem(CHOSEN_GAME_KEY) !== null).toBe(kept);
  });
});
