import type { ArchivePlayer, ArchiveRow, SeasonArchive } from '../archive/archive.ts';
import type { Stats } from '../archive/scoring.ts';
import type { MatchBook } from '../matches/book.ts';
import { clubAt, isListed, type Moment, pricedGameweek } from '../matches/season-instant.ts';
import {
  availability,
  type Element,
  isGone,
  isOver,
  isRecent,
  person,
  points,
  popularity,
  prices,
  statistics,
} from './element-fields.ts';

const RANKED = ['influence', 'creativity', 'threat', 'ict_index', 'now_cost', 'form', 'points_per_game'];

export interface Elements {
  /** The listed players with their totals over finished matches. */
  at(moment: Moment): Element[];
}

/** The bootstrap's `elements`; each is cached until one of its inputs changes. */
export function openElements(archive: SeasonArchive, book: MatchBook): Elements {
  const codes = new Map(archive.teams.map((team) => [team.id, team.code]));
  const written = new Map<number, { key: string; element: Element }>();
  let totals = { key: '', players: 0 };
  let ranked = '';
  return {
    at(moment) {
      const gameweek = `${moment.plan.season}/${moment.current}`;
      if (totals.key !== gameweek) totals = { key: gameweek, players: totalPlayers(archive, moment) };
      let changed = false;
      const listed = archive.players.filter((player) => isListed(player, moment));
      const elements = listed.map((player) => {
        const key = elementKey(player, moment);
        const known = written.get(player.id);
        if (known?.key === key) return known.element;
        const element = elementAnswer(archive, book, moment, player, codes, totals.players);
        written.set(player.id, { key, element });
        changed = true;
        return element;
      });
      if (changed || ranked !== gameweek) rank(elements);
      ranked = gameweek;
      return elements;
    },
  };
}

/** Everything that an element depends on: gameweek, prices, finished matches, club, form and availability. */
function elementKey(player: ArchivePlayer, moment: Moment): string {
  let stages = '';
  let recent = 0;
  for (const row of player.rows) {
    if (row.gameweek > moment.current) break;
    if (row.gameweek === moment.current && isOver(row, moment)) stages += moment.progress(row.fixture).stage;
    if (isRecent(row, moment)) recent++;
  }
  const { season } = moment.plan;
  const state = [stages, recent, clubAt(player, moment), isGone(player, moment)];
  return [season, moment.current, pricedGameweek(moment), ...state].join('/');
}

/** The number of managers, derived from ownership: each owns fifteen players. */
export function totalPlayers(archive: SeasonArchive, moment: Moment): number {
  const gameweek = Math.max(1, moment.current);
  let best = 0;
  // Players without a match are missing from a gameweek, so use the fullest one so far.
  const sums = new Map<number, number>();
  for (const player of archive.players) {
    let last = 0;
    for (const row of player.rows) {
      if (row.gameweek > gameweek || row.gameweek === last) continue;
      last = row.gameweek;
      sums.set(row.gameweek, (sums.get(row.gameweek) ?? 0) + row.selected);
    }
  }
  for (const sum of sums.values()) best = Math.max(best, sum);
  return Math.floor(best / 15);
}

function elementAnswer(
  archive: SeasonArchive,
  book: MatchBook,
  moment: Moment,
  player: ArchivePlayer,
  codes: Map<number, number>,
  total: number,
): Element {
  const over = player.rows.filter((row) => isOver(row, moment));
  const sums = sumRows(over, book, moment);
  const team = clubAt(player, moment);
  return {
    ...person(player.csv),
    id: player.id,
    code: player.code,
    element_type: player.position,
    photo: `${player.code}.jpg`,
    team,
    team_code: codes.get(team) ?? 0,
    ...availability(player, moment),
    ...prices(player, moment),
    ...popularity(player, moment, total),
    ...statistics(archive, sums),
    ...points(player, over, moment),
  };
}

function sumRows(rows: ArchiveRow[], book: MatchBook, moment: Moment): Stats {
  const sums: Stats = {};
  for (const row of rows) {
    for (const [name, value] of Object.entries(book.state(row, moment).stats))
      sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

/** Ranks overall and by position. How the API breaks ties is unknown; here it is by id. */
function rank(elements: Element[]): void {
  for (const field of [...RANKED, 'selected_by_percent']) {
    const name = field === 'selected_by_percent' ? 'selected' : field;
    const sorted = elements
      .map((element) => ({ element, value: Number(element[field]), id: Number(element.id) }))
      .sort((a, b) => b.value - a.value || a.id - b.id);
    const places = [0, 0, 0, 0, 0];
    for (const [index, { element }] of sorted.entries()) {
      const type = Number(element.element_type);
      const place = (places[type] ?? 0) + 1;
      places[type] = place;
      element[`${name}_rank`] = index + 1;
      element[`${name}_rank_type`] = place;
    }
  }
}
