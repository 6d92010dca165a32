import { explainStats, explainTotal, type Stats } from '../archive/scoring.ts';
import { between, type Random, weighted } from '../matches/random.ts';
import { ASSISTS, awardBonus, expectations, finish, type OnPitch, poisson, SCORES } from './match-figures.ts';
import type { DemoPlayer } from './players.ts';

/** A player's record of one invented match. */
export interface DemoRow {
  player: DemoPlayer;
  home: boolean;
  stats: Stats;
  total_points: number;
}

const FORMATIONS: [number, number, number][] = [
  [4, 3, 3],
  [4, 4, 2],
  [3, 4, 3],
  [3, 5, 2],
  [4, 5, 1],
];
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
