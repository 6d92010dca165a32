import { fakePrizes } from '@touchline/host/testing/fake-objects';
import { describe, expect, it } from 'vitest';
import { buildGame, NOW } from '../testing/fixtures.ts';
import { filterGames } from './filter-games.ts';

const wei = (tokens: number) => `${tokens}${'0'.repeat(18)}`;
const GAMES = [
  buildGame(1, -5, { name: 'Running week', current_participants: 40 }),
  buildGame(2, 120, { name: 'Next week', current_participants: 0 }),
  buildGame(3, 10, {
    name: 'Cup',
    game_type: 'TOURNAMENT',
    entry_fee: '1000',
    current_participants: 15,
    max_participants: 20,
    prizes: fakePrizes({ guarantee: '0', pool: wei(19_000), places_paid: 4 }),
  }),
  buildGame(4, 20, {
    name: 'Full cup',
    game_type: 'TOURNAMENT',
    entry_fee: '400',
    current_participants: 20,
    max_participants: 20,
    prizes: fakePrizes({ guarantee: '0', pool: wei(7_600), places_paid: 1 }),
  }),
];
const list = (search: string) => filterGames(GAMES, new URLSearchParams(search), NOW).map(({ name }) => name);

describe('lobby filters', () => {
  it.each([
    ['', ['Running week', 'Cup', 'Full cup', 'Next week']],
    ['fee=free', ['Running week', 'Next week']],
    ['fee=500', ['Full cup']],
    ['fee=1000', ['Cup', 'Full cup']],
    ['size=small', ['Cup', 'Full cup']],
    ['size=open', ['Running week', 'Next week']],
    ['start=live', ['Running week']],
    ['start=day', ['Cup', 'Full cup']],
    ['prize=guaranteed', ['Running week', 'Next week']],
    ['prize=one', ['Full cup']],
    ['fill=half', ['Cup']],
    ['fill=empty', ['Next week']],
    ['fill=seats&fee=paid', ['Cup']],
    ['fee=unknown', ['Running week', 'Cup', 'Full cup', 'Next week']],
  ])('the lobby with "%s" lists the fitting games by start', (search, names) => {
    expect(list(search)).toEqual(names);
  });

  it.each([
    ['fee', ['Running week', 'Next week', 'Full cup', 'Cup']],
    ['prize', ['Cup', 'Full cup', 'Running week', 'Next week']],
    ['fill', ['Full cup', 'Cup', 'Running week', 'Next week']],
    ['teams', ['Running week', 'Full cup', 'Cup', 'Next week']],
  ])('the lobby sorts by %s', (order, names) => {
    expect(list(`sort=${order}`)).toEqual(names);
  });
});
