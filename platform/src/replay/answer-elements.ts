import {
  type ArchivePlayer,
  type ArchiveRow,
  COUNTERS,
  EXPECTED,
  ICT,
  type SeasonArchive,
} from './archive.ts';
import { booleanOr, type CsvRow, isMissing, numberOrNull } from './csv.ts';
import { decimal, rounded } from './decimal.ts';
import type { MatchBook } from './match-book.ts';
import { clubAt, isListed, type Moment, pricedGameweek } from './moment.ts';
import type { Stats } from './scoring.ts';

export type Element = Record<string, unknown>;

const FORM_DAYS = 30 * 24 * 3_600_000;
const PER_90 = [
  'expected_goals',
  'expected_assists',
  'expected_goal_involvements',
  'expected_goals_conceded',
  'saves',
  'goals_conceded',
  'starts',
  'clean_sheets',
];
const RANKED = ['influence', 'creativity', 'threat', 'ict_index', 'now_cost', 'form', 'points_per_game'];

export interface Elements {
  /** The listed players with their sums over the matches that are over. */
  at(moment: Moment): Element[];
}

/** The bootstrap's `elements`; a player is written again only when something of his has changed. */
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

/** All that an element depends on: the gameweek, prices, which matches are over, club, form and availability. */
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

/** The number of managers: the owners of all players of a gameweek by fifteen. */
export function totalPlayers(archive: SeasonArchive, moment: Moment): number {
  const gameweek = Math.max(1, moment.current);
  let best = 0;
  // A blank club's owners are missing, so the fullest gameweek up to now counts.
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

function isOver(row: ArchiveRow, moment: Moment): boolean {
  const { stage } = moment.progress(row.fixture);
  return stage === 'ended' || stage === 'confirmed';
}

function pointsOf(row: ArchiveRow, moment: Moment): number {
  const confirmed = moment.progress(row.fixture).stage === 'confirmed';
  return confirmed ? row.total_points : row.total_points - (row.stats.bonus ?? 0);
}

function sumRows(rows: ArchiveRow[], book: MatchBook, moment: Moment): Stats {
  const sums: Stats = {};
  for (const row of rows) {
    for (const [name, value] of Object.entries(book.state(row, moment).stats))
      sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

/** What does not change, and what is known only as of the season's end and therefore left out. */
function person(csv: CsvRow): Element {
  const text = (value: string | undefined) => (isMissing(value) ? null : value);
  return {
    first_name: csv.first_name ?? '',
    second_name: csv.second_name ?? '',
    web_name: csv.web_name ?? csv.second_name ?? '',
    birth_date: text(csv.birth_date),
    region: numberOrNull(csv.region),
    opta_code: text(csv.opta_code) ?? '',
    team_join_date: text(csv.team_join_date),
    squad_number: null,
    special: booleanOr(csv.special, false),
    has_temporary_code: booleanOr(csv.has_temporary_code, false),
    removed: booleanOr(csv.removed, false),
    in_dreamteam: false,
    dreamteam_count: 0,
    corners_and_indirect_freekicks_order: null,
    corners_and_indirect_freekicks_text: '',
    direct_freekicks_order: null,
    direct_freekicks_text: '',
    penalties_order: null,
    penalties_text: '',
  };
}

function isGone(player: ArchivePlayer, moment: Moment): boolean {
  return player.goneFrom !== null && player.goneFrom <= moment.recorded;
}

/** Whoever ended as `u` was so from `news_added` on; nothing tells injuries before. */
function availability(player: ArchivePlayer, moment: Moment): Element {
  const gone = isGone(player, moment);
  return {
    status: gone ? 'u' : 'a',
    can_select: !gone,
    can_transact: !gone,
    news: gone ? (player.csv.news ?? '') : '',
    news_added: gone ? (player.csv.news_added ?? null) : null,
    chance_of_playing_next_round: gone ? 0 : null,
    chance_of_playing_this_round: gone ? 0 : null,
  };
}

function rowUpTo(player: ArchivePlayer, gameweek: number): ArchiveRow | undefined {
  return player.rows.findLast((row) => row.gameweek <= gameweek) ?? player.rows[0];
}

function prices(player: ArchivePlayer, moment: Moment): Element {
  const first = player.rows[0]?.value ?? 0;
  const now = rowUpTo(player, pricedGameweek(moment))?.value ?? first;
  const atDeadline = rowUpTo(player, moment.current)?.value ?? first;
  return {
    now_cost: now,
    cost_change_start: now - first,
    cost_change_start_fall: zeroOr(first - now),
    cost_change_event: now - atDeadline,
    cost_change_event_fall: zeroOr(atDeadline - now),
  };
}

function zeroOr(value: number): number {
  return value === 0 ? 0 : value;
}

function popularity(player: ArchivePlayer, moment: Moment, total: number): Element {
  const priced = pricedGameweek(moment);
  const oncePerGameweek = player.rows.filter(
    (row, index) => player.rows[index - 1]?.gameweek !== row.gameweek,
  );
  const past = oncePerGameweek.filter((row) => row.gameweek <= moment.current);
  const coming = priced > moment.current ? oncePerGameweek.find((row) => row.gameweek === priced) : undefined;
  const sum = (rows: ArchiveRow[], name: 'transfers_in' | 'transfers_out') =>
    rows.reduce((all, row) => all + row[name], 0);
  const share = total === 0 ? 0 : (100 * (rowUpTo(player, priced)?.selected ?? 0)) / total;
  return {
    selected_by_percent: decimal(share, 1),
    transfers_in_event: coming?.transfers_in ?? 0,
    transfers_out_event: coming?.transfers_out ?? 0,
    transfers_in: sum(past, 'transfers_in') + (coming?.transfers_in ?? 0),
    transfers_out: sum(past, 'transfers_out') + (coming?.transfers_out ?? 0),
  };
}

function statistics(archive: SeasonArchive, sums: Stats): Element {
  const result: Element = {};
  for (const name of [...COUNTERS, 'starts', ...archive.extraStats]) result[name] = sums[name] ?? 0;
  for (const name of ICT) result[name] = decimal(sums[name] ?? 0, 1);
  for (const name of EXPECTED) result[name] = decimal(sums[name] ?? 0, 2);
  const minutes = sums.minutes ?? 0;
  for (const name of PER_90)
    result[`${name}_per_90`] = minutes === 0 ? 0 : rounded((90 * (sums[name] ?? 0)) / minutes, 2);
  return result;
}

function isRecent(row: ArchiveRow, moment: Moment): boolean {
  return (row.fixture.kickoff ?? 0) >= moment.recorded - FORM_DAYS;
}

function points(player: ArchivePlayer, over: ArchiveRow[], moment: Moment): Element {
  const sum = (rows: ArchiveRow[]) => rows.reduce((all, row) => all + pointsOf(row, moment), 0);
  const total = sum(over);
  const played = over.filter((row) => (row.stats.minutes ?? 0) > 0);
  const recent = over.filter((row) => isRecent(row, moment));
  const form = recent.length === 0 ? 0 : sum(recent) / recent.length;
  const price = (rowUpTo(player, pricedGameweek(moment))?.value ?? 0) / 10;
  return {
    total_points: total,
    event_points: sum(over.filter((row) => row.gameweek === moment.current)),
    points_per_game: decimal(played.length === 0 ? 0 : sum(played) / played.length, 1),
    form: decimal(form, 1),
    value_form: decimal(price === 0 ? 0 : form / price, 1),
    value_season: decimal(price === 0 ? 0 : total / price, 1),
    ep_this: decimal(form, 1),
    ep_next: decimal(form, 1),
  };
}

/** Places from 1 without ties, over all and by position; how the API breaks ties is unknown, here by id. */
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
