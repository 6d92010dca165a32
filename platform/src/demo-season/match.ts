import { between, type Random, weighted } from '../replay/random.ts';
import { explainStats, explainTotal, type Stats } from '../replay/scoring.ts';
import type { DemoPlayer } from './players.ts';

/** A player's record of one invented match. */
export interface DemoRow {
  player: DemoPlayer;
  home: boolean;
  stats: Stats;
  total_points: number;
}

interface OnPitch {
  player: DemoPlayer;
  home: boolean;
  from: number;
  to: number;
  stats: Stats;
}

const FORMATIONS: [number, number, number][] = [
  [4, 3, 3],
  [4, 4, 2],
  [3, 4, 3],
  [3, 5, 2],
  [4, 5, 1],
];
const SCORES: Record<number, number> = { 1: 0, 2: 1, 3: 3.2, 4: 6 };
const ASSISTS: Record<number, number> = { 1: 0.05, 2: 1.6, 3: 4, 4: 2.2 };

export interface DemoSide {
  players: DemoPlayer[];
  strength: number;
}

/** Plays a match: line-ups, substitutions, goals, cards, saves, bonus; consistent with the scoring table. */
export function playMatch(
  home: DemoSide,
  away: DemoSide,
  random: Random,
): { rows: DemoRow[]; score: [number, number] } {
  const sides = [lineUp(home, true, random), lineUp(away, false, random)] as const;
  const score: [number, number] = [0, 0];
  for (const attacking of [0, 1] as const) {
    const [own, other] = attacking === 0 ? [home, away] : [away, home];
    const expected = 1.32 * (own.strength / other.strength) * (attacking === 0 ? 1.12 : 0.92);
    const goals = Math.min(7, poisson(expected, random));
    for (let n = 0; n < goals; n++) scoreGoal(sides[attacking], sides[1 - attacking] ?? [], random);
    score[attacking] = goals;
    expectations(sides[attacking], expected, random);
  }
  for (const [index, side] of sides.entries()) finish(side, score[1 - index] ?? 0, random);
  const all = sides.flat();
  awardBonus(all);
  return {
    score,
    rows: all.map(({ player, home: isHome, stats }) => ({
      player,
      home: isHome,
      stats,
      total_points: explainTotal(explainStats(stats, player.position)),
    })),
  };
}

/** Eleven starters by quality with some rotation, up to five changes, the rest without minutes. */
function lineUp(side: DemoSide, home: boolean, random: Random): OnPitch[] {
  const shape = FORMATIONS[between(random, 0, FORMATIONS.length - 1)] ?? [4, 4, 2];
  const form = new Map(side.players.map((player) => [player, player.quality + (random() - 0.5) * 0.35]));
  const ranked = (position: number) =>
    side.players
      .filter((player) => player.position === position)
      .sort((a, b) => (form.get(b) ?? 0) - (form.get(a) ?? 0) || a.id - b.id);
  const starters = [
    ...ranked(1).slice(0, 1),
    ...ranked(2).slice(0, shape[0]),
    ...ranked(3).slice(0, shape[1]),
    ...ranked(4).slice(0, shape[2]),
  ];
  const pitch: OnPitch[] = side.players.map((player) => {
    const starts = starters.includes(player);
    return { player, home, from: 0, to: starts ? 90 : 0, stats: { starts: starts ? 1 : 0 } };
  });
  substitute(pitch, random);
  for (const one of pitch) {
    if (one.to > 0 && random() < 0.003) {
      one.to = Math.max(one.from + 1, Math.min(one.to, between(random, 25, 88)));
      one.stats.red_cards = 1;
    }
    one.stats.minutes = one.to - one.from;
  }
  return pitch;
}

function substitute(pitch: OnPitch[], random: Random): void {
  const changes = between(random, 2, 5);
  for (let n = 0; n < changes; n++) {
    const candidates = pitch.filter((one) => one.from === 0 && one.to === 90 && one.player.position !== 1);
    const off = weighted(random, candidates, (one) => one.player.position);
    const bench = pitch.filter((one) => one.to === 0 && one.player.position === off?.player.position);
    const on = weighted(random, bench, (one) => one.player.quality);
    if (off === undefined || on === undefined) continue;
    const minute = n === 0 && random() < 0.15 ? 45 : between(random, 55, 89);
    off.to = minute;
    [on.from, on.to] = [minute, 90];
  }
}

function scoreGoal(attack: OnPitch[], defence: OnPitch[], random: Random): void {
  const minute = between(random, 1, 89);
  const present = (side: OnPitch[]) => side.filter((one) => minute > one.from && minute <= one.to);
  for (const one of present(defence)) count(one, 'goals_conceded');
  const unlucky =
    random() < 0.03
      ? weighted(random, present(defence), (one) => (one.player.position === 2 ? 1 : 0.1))
      : undefined;
  if (unlucky !== undefined) {
    count(unlucky, 'own_goals');
    return;
  }
  const scorer = weighted(
    random,
    present(attack),
    (one) => (SCORES[one.player.position] ?? 0) * one.player.quality ** 2,
  );
  if (scorer === undefined) return;
  count(scorer, 'goals_scored');
  if (random() > 0.76) return;
  const others = present(attack).filter((one) => one !== scorer);
  const helper = weighted(
    random,
    others,
    (one) => (ASSISTS[one.player.position] ?? 0) * one.player.quality ** 2,
  );
  if (helper !== undefined) count(helper, 'assists');
}

function count(one: OnPitch, name: string): void {
  one.stats[name] = (one.stats[name] ?? 0) + 1;
}

/** Cards, saves, a missed penalty now and then, clean sheets and BPS. */
function finish(side: OnPitch[], conceded: number, random: Random): void {
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
function expectations(side: OnPitch[], expected: number, random: Random): void {
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
function awardBonus(all: OnPitch[]): void {
  const played = all.filter((one) => (one.stats.minutes ?? 0) > 0);
  for (const one of played) {
    const better = played.filter((other) => (other.stats.bps ?? 0) > (one.stats.bps ?? 0)).length;
    if (better < 3) one.stats.bonus = 3 - better;
  }
}

function poisson(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  let product = random();
  let result = 0;
  while (product > limit) {
    product *= random();
    result++;
  }
  return result;
}
