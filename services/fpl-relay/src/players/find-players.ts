import type { Player, players, Team } from '@touchline/api/http/fpl';
import { normaliseSearchText } from '@touchline/rules/search-text';
import { positionName } from '@touchline/rules/squad';
import type { z } from 'zod';

/** Filters, all of which a player must match. */
export type PlayersQuery = z.output<NonNullable<typeof players.query>>;

type Sort = PlayersQuery['sort_by'];

/** Finds and sorts the players that match all filters; `total` counts them before `limit`. */
export function findPlayers(
  list: readonly Player[],
  teams: readonly Team[],
  query: PlayersQuery,
): { players: Player[]; total: number } {
  const club = query.club === undefined ? undefined : findClubIds(teams, query.club);
  const words = normaliseSearchText(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const matches = (player: Player) =>
    (query.position === undefined || positionName(player.position) === query.position) &&
    (club === undefined || club.has(player.team)) &&
    player.price >= (query.min_price ?? 0) &&
    player.price <= (query.max_price ?? Number.POSITIVE_INFINITY) &&
    matchesName(player, words);
  const found = list
    .filter(matches)
    .sort(createComparison(query.sort_by, query.sort_order === 'asc' ? 1 : -1));
  return { players: found.slice(0, query.limit), total: found.length };
}

/** Finds clubs by id or by their three-letter name, ignoring case. Empty for an unknown club. */
function findClubIds(teams: readonly Team[], club: string): ReadonlySet<number> {
  const name = club.trim().toUpperCase();
  return new Set(
    teams.filter(({ id, short_name }) => String(id) === name || short_name === name).map(({ id }) => id),
  );
}

/** Matches word by word, so that "Bruno Fernandes" finds Bruno Borges Fernandes. */
function matchesName({ name, web_name }: Player, words: readonly string[]): boolean {
  const names = normaliseSearchText(`${name} ${web_name}`);
  return words.every((word) => names.includes(word));
}

const compareNames = new Intl.Collator('en').compare;

const COMPARE: Record<Sort, (a: Player, b: Player) => number> = {
  total_points: (a, b) => a.total_points - b.total_points,
  price: (a, b) => a.price - b.price,
  form: (a, b) => a.form - b.form,
  selected_by_percent: (a, b) => a.selected_by_percent - b.selected_by_percent,
  name: (a, b) => compareNames(a.web_name, b.web_name),
};

/** Ties are broken by points, then by id, in both directions, so that the order is stable. */
function createComparison(sort: Sort, direction: 1 | -1): (a: Player, b: Player) => number {
  const compare = COMPARE[sort];
  return (a, b) => direction * compare(a, b) || b.total_points - a.total_points || a.id - b.id;
}
