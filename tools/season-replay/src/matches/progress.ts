import type { ArchiveRow } from '../archive/archive.ts';
import { addResidual, type ExplainStat, explainStats, findResidual, type Stats } from '../archive/scoring.ts';
import { FULL_TIME, type MatchScript, type PlayerScript } from './script.ts';

/** Progress of a match; `minute` is 0 to 90. */
export interface MatchProgress {
  stage: 'ahead' | 'live' | 'ended' | 'confirmed';
  minute: number;
}

/** Counters of a player at a stage of a match, with an explanation of the points. */
export interface RowState {
  stats: Stats;
  explain: ExplainStat[];
}

const EVENTS = [
  'goals_scored',
  'assists',
  'goals_conceded',
  'own_goals',
  'penalties_saved',
  'penalties_missed',
  'yellow_cards',
  'red_cards',
  'saves',
] as const;
/** Counters that grow in proportion to the minutes played. */
const GROWING = [
  'clearances_blocks_interceptions',
  'recoveries',
  'tackles',
  'defensive_contribution',
] as const;
/** BPS added immediately for a goal and for an assist; the rest grows with the minutes. */
const GOAL_BPS = { 1: 12, 2: 12, 3: 18, 4: 24 } as const;
const ASSIST_BPS = 9;

const NOTHING: Stats = {};

/**
 * Computes the state of a player in a match: empty before kick-off, by the script during the match, as recorded after
 * the whistle. ICT and bonus appear once the match is confirmed.
 */
export function computeRowState(script: PlayerScript, progress: MatchProgress): RowState {
  const { row } = script;
  const position = row.player.position;
  if (progress.stage === 'ahead') return { stats: NOTHING, explain: explainStats(NOTHING, position) };
  if (progress.stage === 'live') {
    const stats = computeLiveStats(script, progress.minute);
    return { stats, explain: explainStats(stats, position) };
  }
  const stats = progress.stage === 'confirmed' ? row.stats : removeUnconfirmed(row.stats);
  const residual = findResidual(row.stats, position, row.total_points);
  return { stats, explain: addResidual(explainStats(stats, position), residual) };
}

function removeUnconfirmed(stats: Stats): Stats {
  return { ...stats, bonus: 0, influence: 0, creativity: 0, threat: 0, ict_index: 0 };
}

function computeLiveStats(script: PlayerScript, minute: number): Stats {
  const { row, events } = script;
  const stats: Stats = { minutes: countMinutes(script, minute), starts: script.starter ? 1 : 0 };
  for (const name of EVENTS) stats[name] = countUpTo(events[name], minute);
  const sheet = (stats.minutes ?? 0) >= 60 && stats.goals_conceded === 0;
  stats.clean_sheets = sheet ? 1 : 0;
  const share = computeShare(script, minute);
  for (const name of GROWING) {
    if (name in row.stats) stats[name] = Math.floor((row.stats[name] ?? 0) * share);
  }
  stats.bps = computeBps(row, stats, share);
  return stats;
}

function countMinutes(script: PlayerScript, minute: number): number {
  return Math.max(0, Math.min(minute, script.to) - script.from);
}

function computeShare(script: PlayerScript, minute: number): number {
  const whole = script.to - script.from;
  return whole === 0 ? minute / FULL_TIME : countMinutes(script, minute) / whole;
}

function countUpTo(minutes: readonly number[] | undefined, minute: number): number {
  return minutes === undefined ? 0 : minutes.filter((one) => one <= minute).length;
}

function computeBps(row: ArchiveRow, stats: Stats, share: number): number {
  const worth = GOAL_BPS[row.player.position];
  const jumps = (from: Stats) => (from.goals_scored ?? 0) * worth + (from.assists ?? 0) * ASSIST_BPS;
  const bps = Math.trunc(((row.stats.bps ?? 0) - jumps(row.stats)) * share) + jumps(stats);
  return bps === 0 ? 0 : bps;
}

/** Computes the score at a stage; it never exceeds the final score. */
export function computeScore(script: MatchScript, progress: MatchProgress): [number, number] | null {
  const { fixture, goals } = script;
  if (progress.stage === 'ahead') return null;
  if (progress.stage !== 'live') return [fixture.homeScore, fixture.awayScore];
  const count = (home: boolean) =>
    goals.filter((goal) => goal.home === home && goal.minute <= progress.minute).length;
  return [Math.min(count(true), fixture.homeScore), Math.min(count(false), fixture.awayScore)];
}
