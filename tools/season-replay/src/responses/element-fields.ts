import {
  type ArchivePlayer,
  type ArchiveRow,
  COUNTERS,
  EXPECTED,
  ICT,
  type SeasonArchive,
} from '../archive/archive.ts';
import { booleanOr, type CsvRow, isMissing, numberOrNull } from '../archive/csv.ts';
import type { Stats } from '../archive/scoring.ts';
import { type Moment, pricedGameweek } from '../matches/season-instant.ts';
import { decimal, rounded } from './decimal.ts';

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
export function isOver(row: ArchiveRow, moment: Moment): boolean {
  const { stage } = moment.progress(row.fixture);
  return stage === 'ended' || stage === 'confirmed';
}

function pointsOf(row: ArchiveRow, moment: Moment): number {
  const confirmed = moment.progress(row.fixture).stage === 'confirmed';
  return confirmed ? row.total_points : row.total_points - (row.stats.bonus ?? 0);
}

/** Constant fields; those known only at the end of the season are left out. */
export function person(csv: CsvRow): Element {
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

export function isGone(player: ArchivePlayer, moment: Moment): boolean {
  return player.goneFrom !== null && player.goneFrom <= moment.recorded;
}

/** Players who left are `u` from `news_added` on; the archives do not record injuries. */
export function availability(player: ArchivePlayer, moment: Moment): Element {
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

export function prices(player: ArchivePlayer, moment: Moment): Element {
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

export function popularity(player: ArchivePlayer, moment: Moment, total: number): Element {
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

export function statistics(archive: SeasonArchive, sums: Stats): Element {
  const result: Element = {};
  for (const name of [...COUNTERS, 'starts', ...archive.extraStats]) result[name] = sums[name] ?? 0;
  for (const name of ICT) result[name] = decimal(sums[name] ?? 0, 1);
  for (const name of EXPECTED) result[name] = decimal(sums[name] ?? 0, 2);
  const minutes = sums.minutes ?? 0;
  for (const name of PER_90)
    result[`${name}_per_90`] = minutes === 0 ? 0 : rounded((90 * (sums[name] ?? 0)) / minutes, 2);
  return result;
}

export function isRecent(row: ArchiveRow, moment: Moment): boolean {
  return (row.fixture.kickoff ?? 0) >= moment.recorded - FORM_DAYS;
}

export function points(player: ArchivePlayer, over: ArchiveRow[], moment: Moment): Element {
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
