import type { ArchivePlayer, ArchiveRow, SeasonArchive } from '../archive/archive.ts';
import type { Stats } from '../archive/scoring.ts';
import type { MatchBook } from '../matches/book.ts';
import { getClubAt, getPricedGameweek, isListed, type SeasonInstant } from '../matches/season-instant.ts';
import {
  buildAvailabilityFields,
  buildPersonFields,
  buildPointsFields,
  buildPopularityFields,
  buildPriceFields,
  buildStatisticsFields,
  type Element,
  hasLeft,
  isOver,
  isRecent,
} from './element-fields.ts';

const RANKED = ['influence', 'creativity', 'threat', 'ict_index', 'now_cost', 'form', 'points_per_game'];

export interface Elements {
  /** Returns the listed players with their totals over finished matches. */
  at(instant: SeasonInstant, totalPlayers: number): Element[];
}

/** Builds the bootstrap's `elements`. Each is cached until one of its inputs changes. */
export function openElements(archive: SeasonArchive, book: MatchBook): Elements {
  const codes = new Map(archive.teams.map((team) => [team.id, team.code]));
  const built = new Map<number, { key: string; element: Element }>();
  let ranked = '';
  return {
    at(instant, totalPlayers) {
      const gameweek = `${instant.plan.season}/${instant.current}`;
      let changed = false;
      const listed = archive.players.filter((player) => isListed(player, instant));
      const elements = listed.map((player) => {
        const key = buildElementKey(player, instant);
        const cached = built.get(player.id);
        if (cached?.key === key) return cached.element;
        const element = buildElement(archive, book, instant, player, codes, totalPlayers);
        built.set(player.id, { key, element });
        changed = true;
        return element;
      });
      if (changed || ranked !== gameweek) rank(elements);
      ranked = gameweek;
      return elements;
    },
  };
}

/** Builds a key of all inputs of an element: gameweek, prices, finished matches, club, form and availability. */
function buildElementKey(player: ArchivePlayer, instant: SeasonInstant): string {
  let stages = '';
  let recent = 0;
  for (const row of player.rows) {
    if (row.gameweek > instant.current) break;
    if (row.gameweek === instant.current && isOver(row, instant))
      stages += instant.progress(row.fixture).stage;
    if (isRecent(row, instant)) recent++;
  }
  const { season } = instant.plan;
  const state = [stages, recent, getClubAt(player, instant), hasLeft(player, instant)];
  return [season, instant.current, getPricedGameweek(instant), ...state].join('/');
}

/** Derives the number of managers from ownership: each owns fifteen players. */
export function deriveTotalPlayers(archive: SeasonArchive, instant: SeasonInstant): number {
  const gameweek = Math.max(1, instant.current);
  let best = 0;
  // A gameweek lacks players without a match, so the gameweek with the highest sum counts.
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

function buildElement(
  archive: SeasonArchive,
  book: MatchBook,
  instant: SeasonInstant,
  player: ArchivePlayer,
  codes: Map<number, number>,
  total: number,
): Element {
  const over = player.rows.filter((row) => isOver(row, instant));
  const sums = sumRows(over, book, instant);
  const team = getClubAt(player, instant);
  return {
    ...buildPersonFields(player.csv),
    id: player.id,
    code: player.code,
    element_type: player.position,
    photo: `${player.code}.jpg`,
    team,
    team_code: codes.get(team) ?? 0,
    ...buildAvailabilityFields(player, instant),
    ...buildPriceFields(player, instant),
    ...buildPopularityFields(player, instant, total),
    ...buildStatisticsFields(archive, sums),
    ...buildPointsFields(player, over, instant),
  };
}

function sumRows(rows: ArchiveRow[], book: MatchBook, instant: SeasonInstant): Stats {
  const sums: Stats = {};
  for (const row of rows) {
    for (const [name, value] of Object.entries(book.state(row, instant).stats))
      sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

/** Adds ranks overall and by position. Ties are broken by id, because the rule of the API is unknown. */
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
