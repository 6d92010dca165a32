import type { Player, players, Team } from '@touchline/api/http/fpl';
import { normaliseSearchText } from '@touchline/rules/search-text';
import { positionName } from '@touchline/rules/squad';
import type { z } from 'zod';

/** A player must match every filter that is given. */
export type PlayersQuery = z.output<NonNullable<typeof players.query>>;

type Sort = PlayersQuery['sort_by'];

/** The players that match all filters, sorted; `total` counts them before `limit`. */
export function findPlayers(
  list: readonly Player[],
  teams: readonly Team[],
  query: PlayersQuery,
): { players: Player[]; total: number } {
  const club = query.club === undefined ? undefined : clubIds(teams, query.club);
  const words = normaliseSearchText(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const fits = (player: Player) =>
    (query.position === undefined || positionName(player.position) === query.position) &&
    (club === undefined || club.has(player.team)) &&
    player.price >= (query.min_price ?? 0) &&
    player.price <= (query.max_price ?? Number.POSITIVE_INFINITY) &&
    isNamed(player, words);
  const found = list.filter(fits).sort(comparison(query.sort_by, query.sort_order === 'asc' ? 1 : -1));
  return { players: found.slice(0, query.limit), total: found.length };
}

/** A club by its id this season or by its three letters in any case; an unknown club has no players. */
function clubIds(teams: readonly Team[], named: string): ReadonlySet<number> {
  const name = named.trim().toUpperCase();
  return new Set(
    teams.filter(({ id, short_name }) => String(id) === name || short_name === name).map(({ id }) => id),
  );
}

/** Word by word: "Bruno Fernandes" is Bruno Borges Fernandes. */
function isNamed({ name, web_name }: Player, words: readonly string[]): boolean {
  const names = normaliseSearchText(`${name} ${web_name}`);
  return words.every((word) => names.includes(word));
}

const byName = new Intl.Collator('en').compare;

const COMPARE: Record<Sort, (a: Player, b: Player) => number> = {
  total_points: (a, b) => a.total_points - b.total_points,
  price: (a, b) => a.price - b.price,
  form: (a, b) => a.form - b.form,
  selected_by_percent: (a, b) => a.selected_by_percent - b.selected_by_percent,
  name: (a, b) => byName(a.web_name, b.web_name),
};

/** Ties are broken by points, then by id, in both directions, so that the order is stable. */
function comparison(sort: Sort, direction: 1 | -1): (a: Player, b: Player) => number {
  const compare = COMPARE[sort];
  return (a, b) => direction * compare(a, b) || b.total_points - a.total_points || a.id - b.id;
}
