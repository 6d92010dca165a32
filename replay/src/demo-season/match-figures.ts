import type { Stats } from '../archive/scoring.ts';
import type { Random } from '../matches/random.ts';
import type { DemoPlayer } from './players.ts';

/** A player in one match: on the pitch after minute `from` up to and with `to`. */
export interface OnPitch {
  player: DemoPlayer;
  home: boolean;
  from: number;
  to: number;
  stats: Stats;
}

/** How likely a position scores and sets up. */
export const SCORES: Record<number, number> = { 1: 0, 2: 1, 3: 3.2, 4: 6 };
export const ASSISTS: Record<number, number> = { 1: 0.05, 2: 1.6, 3: 4, 4: 2.2 };

/** Cards, saves, a missed penalty now and then, clean sheets and BPS. */
export function finish(side: OnPitch[], conceded: number, random: Random): void {
  for (const one of side) {
    const { stats, player } = one;
    const minutes = stats.minutes ?? 0;
    if (minutes === 0) continue;
    if (stats.red_cards === undefined && random() < 0.11) stats.yellow_cards = 1;
    if (player.position === 1) {
      stats.saves = Math.max(0, poisson(2.6, random) + (conceded > 2 ? 1 : 0));
      if (random() < 0.012) stats.penalties_saved = 1;
    }
    if (player.position === 4 && random() < 0.012) stats.penalties_missed = 1;
    stats.clean_sheets = minutes >= 60 && (stats.goals_conceded ?? 0) === 0 ? 1 : 0;
    stats.bps = bpsOf(one, random);
    impact(one, random);
  }
}

function bpsOf({ stats, player }: OnPitch, random: Random): number {
  const value = (name: string) => stats[name] ?? 0;
  const back = player.position <= 2;
  const goal = player.position === 4 ? 24 : player.position === 3 ? 18 : 12;
  return Math.round(
    (value('minutes') >= 60 ? 6 : 3) +
      value('goals_scored') * goal +
      value('assists') * 9 +
      (back ? value('clean_sheets') * 12 - value('goals_conceded') * 4 : 0) +
      value('saves') * 2 +
      value('penalties_saved') * 15 -
      value('penalties_missed') * 6 -
      value('yellow_cards') * 3 -
      value('red_cards') * 9 -
      value('own_goals') * 6 +
      random() * 12 * player.quality * (value('minutes') / 90),
  );
}

/** Influence, creativity and threat; one place as in the archive, the index a tenth of their sum. */
function impact({ stats, player }: OnPitch, random: Random): void {
  const share = (stats.minutes ?? 0) / 90;
  stats.influence = tenth(Math.max(0, (stats.bps ?? 0) * 0.9 + random() * 8 * share));
  const vision = player.position === 1 ? 0 : player.position === 3 ? 18 : 8;
  stats.creativity = tenth(random() * vision * share * player.quality + (stats.assists ?? 0) * 12);
  const danger = [0, 0, 8, 18, 30][player.position] ?? 0;
  stats.threat = Math.round(random() * danger * share * player.quality + (stats.goals_scored ?? 0) * 20);
  stats.ict_index = tenth((stats.influence + stats.creativity + stats.threat) / 10);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Expected goals and assists of a side, spread over those who played. */
export function expectations(side: OnPitch[], expected: number, random: Random): void {
  const weight = (one: OnPitch, table: Record<number, number>) =>
    (table[one.player.position] ?? 0) * one.player.quality * (one.stats.minutes ?? 0) * (0.5 + random());
  for (const [name, table, factor] of [
    ['expected_goals', SCORES, 1],
    ['expected_assists', ASSISTS, 0.75],
  ] as const) {
    const shares = side.map((one) => weight(one, table));
    const total = shares.reduce((sum, share) => sum + share, 0) || 1;
    for (const [index, one] of side.entries())
      one.stats[name] = Math.round(((shares[index] ?? 0) / total) * expected * factor * 100) / 100;
  }
  for (const one of side) {
    const sum = (one.stats.expected_goals ?? 0) + (one.stats.expected_assists ?? 0);
    one.stats.expected_goal_involvements = Math.round(sum * 100) / 100;
    one.stats.expected_goals_conceded = Math.round(1.3 * (one.stats.minutes ?? 0)) / 90;
  }
}

/** 3, 2 and 1 by BPS; equals share the better place and use up the next. */
export function awardBonus(all: OnPitch[]): void {
  const played = all.filter((one) => (one.stats.minutes ?? 0) > 0);
  for (const one of played) {
    const better = played.filter((other) => (other.stats.bps ?? 0) > (one.stats.bps ?? 0)).length;
    if (better < 3) one.stats.bonus = 3 - better;
  }
}

/** A number of rare events with the given mean. */
export function poisson(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  let product = random();
  let result = 0;
  while (product > limit) {
    product *= random();
    result++;
  }
  return result;
}
