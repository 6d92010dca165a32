import type { Game } from '@touchline/api/http/games';
import { isPaid } from '../game/game.ts';
import { isGuaranteed } from '../prizes/prize-texts.ts';

const DAY_MS = 24 * 60 * 60_000;
const SMALL_GAME = 20;

/** Share of taken seats; null for a game without a limit. */
const computeFill = ({ current_participants, max_participants }: Game) =>
  max_participants === null ? null : current_participants / max_participants;

const startsWithin = (days: number) => (game: Game, now: number) => {
  const wait = Date.parse(game.start_time) - now;
  return wait > 0 && wait <= days * DAY_MS;
};
const hasSeats = (game: Game) => (computeFill(game) ?? 0) < 1;
const hasAtMost = (fee: number) => (game: Game) => isPaid(game) && Number(game.entry_fee) <= fee;

interface Option {
  value: string;
  label: string;
  matches: (game: Game, now: number) => boolean;
}

/** Filters of the lobby by name of their URL parameter. Without a value a filter accepts every game. */
export const FILTERS: readonly { name: string; label: string; all: string; options: readonly Option[] }[] = [
  {
    name: 'fee',
    label: 'Entry fee (FOOTBALL)',
    all: 'Any fee',
    options: [
      { value: 'free', label: 'Free', matches: (game) => !isPaid(game) },
      { value: '500', label: 'Up to 500', matches: hasAtMost(500) },
      { value: '1000', label: 'Up to 1,000', matches: hasAtMost(1_000) },
      { value: 'paid', label: 'Not free', matches: isPaid },
    ],
  },
  {
    name: 'size',
    label: 'Size',
    all: 'Any size',
    options: [
      {
        value: 'small',
        label: 'Up to 20 teams',
        matches: (game) => (game.max_participants ?? Infinity) <= SMALL_GAME,
      },
      {
        value: 'large',
        label: 'Over 20 teams',
        matches: (game) => (game.max_participants ?? 0) > SMALL_GAME,
      },
      { value: 'open', label: 'No limit', matches: (game) => game.max_participants === null },
    ],
  },
  {
    name: 'start',
    label: 'Start',
    all: 'Any start',
    options: [
      { value: 'live', label: 'Started', matches: (game, now) => Date.parse(game.start_time) <= now },
      { value: 'day', label: 'Within 24 hours', matches: startsWithin(1) },
      { value: 'week', label: 'Within 7 days', matches: startsWithin(7) },
    ],
  },
  {
    name: 'prize',
    label: 'Prize',
    all: 'Any prize',
    options: [
      { value: 'guaranteed', label: 'Guaranteed', matches: ({ prizes }) => isGuaranteed(prizes) },
      { value: 'one', label: 'One place paid', matches: ({ prizes }) => prizes.places_paid === 1 },
      { value: 'many', label: 'Several places paid', matches: ({ prizes }) => prizes.places_paid > 1 },
    ],
  },
  {
    name: 'fill',
    label: 'Seats',
    all: 'Any number',
    options: [
      { value: 'seats', label: 'Seats left', matches: hasSeats },
      {
        value: 'half',
        label: 'Over half full',
        matches: (game) => hasSeats(game) && (computeFill(game) ?? 0) > 0.5,
      },
      { value: 'empty', label: 'No team yet', matches: (game) => game.current_participants === 0 },
    ],
  },
];

type Order = (a: Game, b: Game) => number;
const byNumber =
  (read: (game: Game) => number): Order =>
  (a, b) =>
    read(a) - read(b);
/** Largest first. Amounts of different tokens cannot be compared, so games are grouped by token. */
const byPrize: Order = ({ prizes: a }, { prizes: b }) =>
  a.token.symbol.localeCompare(b.token.symbol) || Number(BigInt(b.pool) - BigInt(a.pool));

/** Orders of the lobby; the first is the default. */
export const ORDERS: readonly { value: string; label: string; compare: Order }[] = [
  { value: 'start', label: 'Earliest start', compare: byNumber((game) => Date.parse(game.start_time)) },
  { value: 'fee', label: 'Lowest fee', compare: byNumber((game) => Number(game.entry_fee)) },
  { value: 'prize', label: 'Largest prize', compare: byPrize },
  { value: 'fill', label: 'Fullest', compare: byNumber((game) => -(computeFill(game) ?? -1)) },
  { value: 'teams', label: 'Most teams', compare: byNumber((game) => -game.current_participants) },
];

/** Filters and sorts games by the URL parameters of the lobby. Unknown values are ignored. */
export function filterGames(games: readonly Game[], params: URLSearchParams, now: number): Game[] {
  const chosen = FILTERS.flatMap(({ name, options }) =>
    options.filter(({ value }) => value === params.get(name)),
  );
  const order = ORDERS.find(({ value }) => value === params.get('sort')) ?? ORDERS[0]!;
  return games
    .filter((game) => chosen.every(({ matches }) => matches(game, now)))
    .sort((a, b) => order.compare(a, b) || ORDERS[0]!.compare(a, b));
}
