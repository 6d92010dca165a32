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

/** The bootstrap's `elements`: the listed players with their sums over the matches that are over. */
export function elementsAnswer(archive: SeasonArchive, book: MatchBook, moment: Moment): Element[] {
  const total = totalPlayers(archive, moment);
  const codes = new Map(archive.teams.map((team) => [team.id, team.code]));
  const elements = archive.players
    .filter((player) => isListed(player, moment))
    .map((player) => elementAnswer(archive, book, moment, player, codes, total));
  rank(elements);
  return elements;
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

/** Whoever ended as `u` was so from `news_added` on; nothing tells injuries before. */
function availability(player: ArchivePlayer, moment: Moment): Element {
  const gone = player.goneFrom !== null && player.goneFrom <= moment.recorded;
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

function points(player: ArchivePlayer, over: ArchiveRow[], moment: Moment): Element {
  const sum = (rows: ArchiveRow[]) => rows.reduce((all, row) => all + pointsOf(row, moment), 0);
  const total = sum(over);
  const played = over.filter((row) => (row.stats.minutes ?? 0) > 0);
  const recent = over.filter((row) => (row.fixture.kickoff ?? 0) >= moment.recorded - FORM_DAYS);
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
  for (const [field, name] of [...RANKED.map((one) => [one, one]), ['selected_by_percent', 'selected']]) {
    if (field === undefined) continue;
    const sorted = [...elements].sort(
      (a, b) => Number(b[field]) - Number(a[field]) || Number(a.id) - Number(b.id),
    );
    const places = new Map<unknown, number>();
    for (const [index, element] of sorted.entries()) {
      const place = (places.get(element.element_type) ?? 0) + 1;
      places.set(element.element_type, place);
      element[`${name}_rank`] = index + 1;
      element[`${name}_rank_type`] = place;
    }
  }
}
