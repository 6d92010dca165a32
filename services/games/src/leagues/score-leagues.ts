import { standingsChanged } from '@touchline/api/events/games';
import type { MemberScore } from '@touchline/rules/league-fixtures';
import { findGameweek, type Season, type SeasonGameweek } from '@touchline/rules/season';
import { scoreTeam } from '@touchline/rules/team';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import { findGame } from '../games/games.store.ts';
import { readLineups } from '../lineups/lineups.store.ts';
import { buildRowTeam } from '../standings/visible-team.ts';
import type { DrawnLeague } from './draw.store.ts';
import {
  type FinalEntry,
  type FinalGameweek,
  findUnscoredGameweeks,
  findUnscoredLeagues,
  markScored,
  readCorrections,
  readFinalEntries,
  readGoals,
  writeScores,
} from './league-scores.store.ts';

export interface ScoreDeps {
  db: Database;
  seasons: Seasons;
}

/** Leagues whose scores are stored together, with at most 20 members each. */
const BATCH_SIZE = 25;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Stores the scores of head-to-head leagues in gameweeks that have become final, also again after a gameweek was settled again. It
 * can stop at any time: leagues with scores are skipped, and a gameweek is marked once all of its leagues have theirs.
 */
export async function scoreLeagues(deps: ScoreDeps, signal: AbortSignal): Promise<void> {
  for (const final of await findUnscoredGameweeks(deps.db)) {
    const game = await findGame(deps.db, final.game_id);
    const season = await deps.seasons.get(game!.season);
    if (!(await scoreGameweek(deps.db, final, game!, season, signal))) return;
    await deps.db.transaction(async (trx) => {
      await markScored(trx, final);
      const { game_id, gameweek } = final;
      await writeOutbox(trx, standingsChanged, { game_id, gameweek });
    });
  }
}

/** @returns false if it was aborted or the gameweek has changed */
async function scoreGameweek(
  db: Database,
  final: FinalGameweek,
  game: StoredGame,
  season: Season,
  signal: AbortSignal,
): Promise<boolean> {
  const gameweek = findGameweek(season, final.gameweek)!;
  const goals = await readGoals(db, season.id, gameweek.id);
  for (let after = FIRST_ID; !signal.aborted; ) {
    const leagues = await findUnscoredLeagues(db, final, after, BATCH_SIZE);
    if (leagues.length === 0) return true;
    const wallets = [...new Set(leagues.flatMap(({ draw }) => draw.members))];
    const entries = await readFinalEntries(db, final, wallets);
    if (entries.length === 0) return false;
    const period = findCorrectionPeriod(season, gameweek);
    const inputs: ScoreInputs = {
      entries: new Map(entries.map((entry) => [entry.wallet, entry])),
      corrections: await readCorrections(db, game.id, wallets, period),
      goals: await sumGoals(db, game, season, gameweek, entries, goals),
    };
    const scores = leagues.map((league) => ({ league_id: league.id, scores: scoreMembers(league, inputs) }));
    await writeScores(db, final, scores);
    after = leagues.at(-1)!.id;
  }
  return false;
}

interface ScoreInputs {
  entries: ReadonlyMap<string, FinalEntry>;
  /** Points. */
  corrections: ReadonlyMap<string, number>;
  goals: ReadonlyMap<string, number>;
}

/** Scores the members in the drawn order. An entry outside the standings has no points (game rule 9.17). */
const scoreMembers = (league: DrawnLeague, { entries, corrections, goals }: ScoreInputs): MemberScore[] =>
  league.draw.members.map((wallet) => {
    const entry = entries.get(wallet);
    if (!entry?.ranked) return { points: 0, goals: 0 };
    const points = league.uses_coefficient ? entry.earned : entry.points * 1000;
    return { points: points + (corrections.get(wallet) ?? 0) * 1000, goals: goals.get(wallet) ?? 0 };
  });

/** Returns the period whose corrections count in a gameweek: from its start to the start of the next one (game rule 9.17). */
export function findCorrectionPeriod(season: Season, gameweek: SeasonGameweek): { from: number; to: number } {
  const next = season.gameweeks.find(({ id }) => id > gameweek.id);
  const startOf = (each: SeasonGameweek) => each.start ?? each.deadline;
  return { from: startOf(gameweek), to: next ? startOf(next) : Date.UTC(9999, 0) };
}

/** Sums the goals of the final elevens, by wallet. */
async function sumGoals(
  db: Database,
  game: StoredGame,
  season: Season,
  gameweek: SeasonGameweek,
  entries: readonly FinalEntry[],
  goals: ReadonlyMap<number, number>,
): Promise<Map<string, number>> {
  const lineups = await readLineups(
    db,
    entries.map(({ id }) => id),
  );
  return new Map(
    entries.map(({ id, wallet, joined_at }) => {
      const versions = lineups.get(id)!;
      const team = { ...buildRowTeam(season, { joined_at, lineup: versions[0]! }), lineups: versions };
      const eleven = scoreTeam(season, gameweek, game, team)?.final_eleven ?? [];
      return [wallet, eleven.reduce((sum, player) => sum + (goals.get(player) ?? 0), 0)];
    }),
  );
}
