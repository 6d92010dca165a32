import {
  type ArchivePlayer,
  type ArchiveRow,
  COUNTERS,
  EXPECTED,
  ICT,
  type SeasonArchive,
} from '../archive/archive.ts';
import { type CsvRow, isMissing, parseBoolean, parseNumberOrNull } from '../archive/csv.ts';
import type { Stats } from '../archive/scoring.ts';
import { getPricedGameweek, type SeasonInstant } from '../matches/season-instant.ts';
import { formatDecimal, round } from './decimal.ts';

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
export function isOver(row: ArchiveRow, instant: SeasonInstant): boolean {
  const { stage } = instant.progress(row.fixture);
  return stage === 'ended' || stage === 'confirmed';
}

function getPoints(row: ArchiveRow, instant: SeasonInstant): number {
  const confirmed = instant.progress(row.fixture).stage === 'confirmed';
  return confirmed ? row.total_points : row.total_points - (row.stats.bonus ?? 0);
}

/** Builds the constant fields. Fields known only at the end of the season are empty. */
export function buildPersonFields(csv: CsvRow): Element {
  const text = (value: string | undefined) => (isMissing(value) ? null : value);
  return {
    first_name: csv.first_name ?? '',
    second_name: csv.second_name ?? '',
    web_name: csv.web_name ?? csv.second_name ?? '',
    birth_date: text(csv.birth_date),
    region: parseNumberOrNull(csv.region),
    opta_code: text(csv.opta_code) ?? '',
    team_join_date: text(csv.team_join_date),
    squad_number: null,
    special: parseBoolean(csv.special, false),
    has_temporary_code: parseBoolean(csv.has_temporary_code, false),
    removed: parseBoolean(csv.removed, false),
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

export function hasLeft(player: ArchivePlayer, instant: SeasonInstant): boolean {
  return player.leftAt !== null && player.leftAt <= instant.recorded;
}

/** Builds the availability. Players who left are `u` from `news_added` on; the archives do not record injuries. */
export function buildAvailabilityFields(player: ArchivePlayer, instant: SeasonInstant): Element {
  const left = hasLeft(player, instant);
  return {
    status: left ? 'u' : 'a',
    can_select: !left,
    can_transact: !left,
    news: left ? (player.csv.news ?? '') : '',
    news_added: left ? (player.csv.news_added ?? null) : null,
    chance_of_playing_next_round: left ? 0 : null,
    chance_of_playing_this_round: left ? 0 : null,
  };
}

function findLatestRow(player: ArchivePlayer, gameweek: number): ArchiveRow | undefined {
  return player.rows.findLast((row) => row.gameweek <= gameweek) ?? player.rows[0];
}

export function buildPriceFields(player: ArchivePlayer, instant: SeasonInstant): Element {
  const first = player.rows[0]?.value ?? 0;
  const now = findLatestRow(player, getPricedGameweek(instant))?.value ?? first;
  const atDeadline = findLatestRow(player, instant.current)?.value ?? first;
  return {
    now_cost: now,
    cost_change_start: now - first,
    cost_change_start_fall: removeNegativeZero(first - now),
    cost_change_event: now - atDeadline,
    cost_change_event_fall: removeNegativeZero(atDeadline - now),
  };
}

function removeNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

export function buildPopularityFields(player: ArchivePlayer, instant: SeasonInstant, total: number): Element {
  const priced = getPricedGameweek(instant);
  const oncePerGameweek = player.rows.filter(
    (row, index) => player.rows[index - 1]?.gameweek !== row.gameweek,
  );
  const past = oncePerGameweek.filter((row) => row.gameweek <= instant.current);
  const upcoming =
    priced > instant.current ? oncePerGameweek.find((row) => row.gameweek === priced) : undefined;
  const sum = (rows: ArchiveRow[], name: 'transfers_in' | 'transfers_out') =>
    rows.reduce((all, row) => all + row[name], 0);
  const share = total === 0 ? 0 : (100 * (findLatestRow(player, priced)?.selected ?? 0)) / total;
  return {
    selected_by_percent: formatDecimal(share, 1),
    transfers_in_event: upcoming?.transfers_in ?? 0,
    transfers_out_event: upcoming?.transfers_out ?? 0,
    transfers_in: sum(past, 'transfers_in') + (upcoming?.transfers_in ?? 0),
    transfers_out: sum(past, 'transfers_out') + (upcoming?.transfers_out ?? 0),
  };
}

export function buildStatisticsFields(archive: SeasonArchive, sums: Stats): Element {
  const result: Element = {};
  for (const name of [...COUNTERS, 'starts', ...archive.extraStats]) result[name] = sums[name] ?? 0;
  for (const name of ICT) result[name] = formatDecimal(sums[name] ?? 0, 1);
  for (const name of EXPECTED) result[name] = formatDecimal(sums[name] ?? 0, 2);
  const minutes = sums.minutes ?? 0;
  for (const name of PER_90)
    result[`${name}_per_90`] = minutes === 0 ? 0 : round((90 * (sums[name] ?? 0)) / minutes, 2);
  return result;
}

export function isRecent(row: ArchiveRow, instant: SeasonInstant): boolean {
  return (row.fixture.kickoff ?? 0) >= instant.recorded - FORM_DAYS;
}

export function buildPointsFields(
  player: ArchivePlayer,
  over: ArchiveRow[],
  instant: SeasonInstant,
): Element {
  const sum = (rows: ArchiveRow[]) => rows.reduce((all, row) => all + getPoints(row, instant), 0);
  const total = sum(over);
  const played = over.filter((row) => (row.stats.minutes ?? 0) > 0);
  const recent = over.filter((row) => isRecent(row, instant));
  const form = recent.length === 0 ? 0 : sum(recent) / recent.length;
  const price = (findLatestRow(player, getPricedGameweek(instant))?.value ?? 0) / 10;
  return {
    total_points: total,
    event_points: sum(over.filter((row) => row.gameweek === instant.current)),
    points_per_game: formatDecimal(played.length === 0 ? 0 : sum(played) / played.length, 1),
    form: formatDecimal(form, 1),
    value_form: formatDecimal(price === 0 ? 0 : form / price, 1),
    value_season: formatDecimal(price === 0 ? 0 : total / price, 1),
    ep_this: formatDecimal(form, 1),
    ep_next: formatDecimal(form, 1),
  };
}
