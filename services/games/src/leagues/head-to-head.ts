import type { LeagueRow } from '@touchline/api/http/league-tables';
import { countKnockOutRounds, pairGameweek } from '@touchline/rules/league-knock-out';
import { computeLeagueTable, type FinalScores, type LeaguePlan } from '@touchline/rules/league-table';
import { earnedPoints } from '@touchline/rules/points';
import type { Database } from '@touchline/service-kit/data/database';
import type { DrawnLeague, OwnLeague } from './league.ts';
import { readScores } from './league-scores.store.ts';

/** A drawn head-to-head league with its final scores, from which matches and table follow. */
export interface HeadToHead {
  league: DrawnLeague;
  plan: LeaguePlan;
  scores: FinalScores;
}

/** A member of a head-to-head league in its table. */
export interface HeadToHeadStanding {
  wallet: string;
  rank: number;
  /** Rank before the last final gameweek; null without one. */
  previous_rank: number | null;
  /** Points in final matches of the table, up to three decimals. */
  points: number;
  head_to_head: NonNullable<LeagueRow['head_to_head']>;
}

/** Reads a drawn head-to-head league; null before the draw and for other leagues. */
export async function readHeadToHead(
  db: Database,
  game: { last_gameweek: number },
  { draw, ...undrawn }: OwnLeague,
): Promise<HeadToHead | null> {
  if (draw === null) return null;
  const league = { ...undrawn, draw };
  return { league, plan: buildPlan(league, game), scores: await readScores(db, league.id) };
}

function buildPlan(
  { draw, start_gameweek, knock_out_gameweeks }: DrawnLeague,
  { last_gameweek }: { last_gameweek: number },
): LeaguePlan {
  const members = draw.members.length;
  const gameweeks = last_gameweek - start_gameweek + 1;
  return {
    members,
    first_gameweek: start_gameweek,
    last_gameweek,
    knock_out_rounds: countKnockOutRounds(knock_out_gameweeks, members, gameweeks),
  };
}

/** Returns the scores of members in a final gameweek, in thousandths. */
export const readMatchPoints = (
  { league, scores }: HeadToHead,
  gameweek: number,
  wallets: readonly string[],
): number[] => wallets.map((wallet) => scores.get(gameweek)![league.draw.members.indexOf(wallet)]!.points);

/** Computes the table, best first. */
export function rankHeadToHead({ league, plan, scores }: HeadToHead): HeadToHeadStanding[] {
  const earlier = new Map(scores);
  earlier.delete(Math.max(...scores.keys()));
  const previous = new Map(computeLeagueTable(plan, earlier).map(({ member, rank }) => [member, rank]));
  return computeLeagueTable(plan, scores).map(({ member, rank, points_for, ...results }) => ({
    wallet: league.draw.members[member]!,
    rank,
    previous_rank: earlier.size === 0 ? null : previous.get(member)!,
    points: earnedPoints(points_for),
    head_to_head: results,
  }));
}

/** Finds a member's opponent in the first gameweek that is not final; null for the median or without a match. */
export function findOpponent({ league, plan, scores }: HeadToHead, wallet: string): string | null {
  let gameweek = plan.first_gameweek;
  while (scores.has(gameweek)) gameweek += 1;
  const { members } = league.draw;
  const own = members.indexOf(wallet);
  for (const { home, away } of pairGameweek(plan, gameweek, scores).pairings) {
    if (home === own) return away === null ? null : members[away]!;
    if (away === own) return members[home]!;
  }
  return null;
}
