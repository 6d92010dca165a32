import type { ArchiveFixture, ArchiveRow } from '../archive/archive.ts';
import { between, type Random, randomFrom } from '../random.ts';

/** Minute of full time; the archives do not record added time. */
export const FULL_TIME = 90;

/** Course of one player's match by minute. */
export interface PlayerScript {
  row: ArchiveRow;
  /** On the pitch after `from`, up to and including `to`. */
  from: number;
  to: number;
  starter: boolean;
  /** Minutes in ascending order, by counter. */
  events: Record<string, number[]>;
}

export interface Goal {
  minute: number;
  home: boolean;
  /** Null if the archive names no scorer. */
  scorer: ArchiveRow | null;
  own: boolean;
}

/** Course of a match. It is deterministic and ends with exactly the recorded figures. */
export interface MatchScript {
  fixture: ArchiveFixture;
  goals: Goal[];
  players: PlayerScript[];
}

const SCATTERED = ['penalties_saved', 'penalties_missed', 'saves', 'yellow_cards'] as const;

/** Generates the minutes that the archives lack, as consistent with the recorded figures as possible. */
export function scriptMatch(fixture: ArchiveFixture, hasStarts: boolean): MatchScript {
  const random = randomFrom(fixture.id * 7919 + fixture.code);
  const players = fixture.rows.map((row) => createPlayerScript(row, isStarter(row, hasStarts)));
  const goals = placeGoals(fixture, players, random);
  for (const player of players) {
    for (const name of SCATTERED) player.events[name] = scatter(player.row.stats[name] ?? 0, player, random);
    // Players are sent off in their last minute.
    const dismissal = player.to > player.from ? player.to : between(random, 20, 88);
    player.events.red_cards = Array.from({ length: player.row.stats.red_cards ?? 0 }, () => dismissal);
    player.events.goals_scored = getMinutes(goals.filter((goal) => !goal.own && goal.scorer === player.row));
    player.events.own_goals = getMinutes(goals.filter((goal) => goal.own && goal.scorer === player.row));
    player.events.goals_conceded = chooseConcededMinutes(player, goals);
  }
  placeAssists(players, goals, random);
  return { fixture, goals, players };
}

function isStarter(row: ArchiveRow, hasStarts: boolean): boolean {
  if (hasStarts) return (row.stats.starts ?? 0) > 0;
  // Older seasons do not list the starters: assume the eleven with the most minutes.
  const side = row.fixture.rows.filter((other) => other.home === row.home);
  const minutes = (other: ArchiveRow) => other.stats.minutes ?? 0;
  const ahead = side.filter(
    (other) =>
      minutes(other) > minutes(row) || (minutes(other) === minutes(row) && other.player.id < row.player.id),
  );
  return minutes(row) > 0 && ahead.length < 11;
}

function createPlayerScript(row: ArchiveRow, starter: boolean): PlayerScript {
  const minutes = Math.min(FULL_TIME, row.stats.minutes ?? 0);
  const from = starter ? 0 : FULL_TIME - minutes;
  return { row, from, to: from + minutes, starter, events: {} };
}

/** Returns the first and last minute for events of a player; a running match shows at most minute 89. */
function getWindow(player: PlayerScript): [number, number] {
  if (player.to === player.from) return [10, 88];
  const high = Math.min(player.to, FULL_TIME - 1);
  return [Math.min(player.from + 1, high), high];
}

function scatter(count: number, player: PlayerScript, random: Random): number[] {
  const [low, high] = getWindow(player);
  return Array.from({ length: Math.max(0, count) }, () => between(random, low, high)).sort((a, b) => a - b);
}

function getMinutes(goals: Goal[]): number[] {
  return goals.map((goal) => goal.minute);
}

/**
 * Chooses a minute for every goal so that players concede, as far as possible, exactly the goals scored while they
 * were on the pitch. Three rounds of local search: each goal moves to the minute with the fewest contradictions.
 */
function placeGoals(fixture: ArchiveFixture, players: PlayerScript[], random: Random): Goal[] {
  const goals = listGoals(fixture, players);
  for (const goal of goals) goal.minute = between(random, ...goalWindow(goal, players));
  for (let round = 0; round < 3; round++) {
    for (const goal of goals) moveGoal(goal, goals, players, random);
  }
  return goals.sort((a, b) => a.minute - b.minute);
}

function listGoals(fixture: ArchiveFixture, players: PlayerScript[]): Goal[] {
  const goals: Goal[] = [];
  for (const home of [true, false]) {
    const score = home ? fixture.homeScore : fixture.awayScore;
    const side: Goal[] = [];
    for (const { row } of players) {
      const own = row.home !== home;
      const count = (own ? row.stats.own_goals : row.stats.goals_scored) ?? 0;
      for (let n = 0; n < count; n++) side.push({ minute: 0, home, scorer: row, own });
    }
    while (side.length < score) side.push({ minute: 0, home, scorer: null, own: false });
    goals.push(...side);
  }
  return goals;
}

function goalWindow(goal: Goal, players: PlayerScript[]): [number, number] {
  const scorer = players.find((player) => player.row === goal.scorer);
  return scorer === undefined ? [1, FULL_TIME - 1] : getWindow(scorer);
}

function moveGoal(goal: Goal, goals: Goal[], players: PlayerScript[], random: Random): void {
  const others = goals.filter((other) => other !== goal && other.home === goal.home);
  const defenders = players.filter((player) => player.row.home !== goal.home && player.to > player.from);
  const open = defenders.map((player) => ({
    player,
    missing:
      (player.row.stats.goals_conceded ?? 0) - others.filter((other) => isOn(player, other.minute)).length,
  }));
  const [low, high] = goalWindow(goal, players);
  let best: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (let minute = low; minute <= high; minute++) {
    const cost = open.reduce(
      (sum, { player, missing }) => sum + Math.abs(missing - (isOn(player, minute) ? 1 : 0)),
      0,
    );
    if (cost < lowest) [lowest, best] = [cost, []];
    if (cost === lowest) best.push(minute);
  }
  goal.minute = best[between(random, 0, best.length - 1)] ?? goal.minute;
}

function isOn(player: PlayerScript, minute: number): boolean {
  return minute > player.from && minute <= player.to;
}

/** Chooses as many goals against as recorded for the player, goals during their own minutes first. */
function chooseConcededMinutes(player: PlayerScript, goals: Goal[]): number[] {
  const count = player.row.stats.goals_conceded ?? 0;
  const against = goals.filter((goal) => goal.home !== player.row.home).map((goal) => goal.minute);
  const distance = (minute: number) =>
    isOn(player, minute) ? 0 : Math.min(Math.abs(minute - player.from), Math.abs(minute - player.to));
  const chosen = against.sort((a, b) => distance(a) - distance(b) || a - b).slice(0, count);
  while (chosen.length < count) chosen.push(getWindow(player)[1]);
  return chosen.sort((a, b) => a - b);
}

/** Assigns every assist to a goal of the player's side, one per goal, preferably while the player was on the pitch. */
function placeAssists(players: PlayerScript[], goals: Goal[], random: Random): void {
  const taken = new Set<Goal>();
  for (const player of players) {
    const minutes: number[] = [];
    for (let n = 0; n < (player.row.stats.assists ?? 0); n++) {
      const ours = goals.filter((goal) => goal.home === player.row.home && goal.scorer !== player.row);
      const goal =
        ours.find((one) => !taken.has(one) && isOn(player, one.minute)) ??
        ours.find((one) => !taken.has(one));
      if (goal !== undefined) taken.add(goal);
      minutes.push(goal?.minute ?? between(random, ...getWindow(player)));
    }
    player.events.assists = minutes.sort((a, b) => a - b);
  }
}
