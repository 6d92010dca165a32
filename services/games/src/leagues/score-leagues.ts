import { standingsChanged } from '@touchline/api/events/games';
import type { MemberScore } from '@touchline/rules/league-fixtures';
import type { Database } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { findGame } from '../games/games.store.ts';
import { createEntryScores, type EntryScores } from './entry-scores.ts';
import type { DrawnLeague } from './league.ts';
import {
  type FinalGameweek,
  findUnscoredGameweeks,
  findUnscoredLeagues,
  markScored,
  writeScores,
} from './league-scores.store.ts';
import type { LeaguesContext } from './leagues-context.ts';

/** Leagues whose scores are stored together, with at most 20 members each. */
const BATCH_SIZE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Stores the scores of head-to-head leagues in gameweeks that have become final, also again after a gameweek was settled again. It
 * can stop at any time: leagues with scores are skipped, and a gameweek is marked once all of its leagues have theirs.
 */
export async function scoreLeagues(
  deps: Pick<LeaguesContext, 'db' | 'seasons'>,
  signal: AbortSignal,
): Promise<void> {
  for (const final of await findUnscoredGameweeks(deps.db)) {
    const game = await findGame(deps.db, final.game_id);
    const season = await deps.seasons.get(game!.season);
    const scores = await createEntryScores(deps.db, final, game!, season);
    if (!(await scoreGameweek(deps.db, final, scores, signal))) return;
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
  entries: EntryScores,
  signal: AbortSignal,
): Promise<boolean> {
  for (let after = FIRST_ID; !signal.aborted; ) {
    const leagues = await findUnscoredLeagues(db, final, after, BATCH_SIZE);
    if (leagues.length === 0) return true;
    if (!(await entries.load(leagues.flatMap(({ draw }) => draw.ordinals)))) return false;
    const scores = leagues.map((league) => ({ league_id: league.id, scores: scoreMembers(league, entries) }));
    await writeScores(db, final, scores);
    after = leagues.at(-1)!.id;
  }
  return false;
}

/** Scores the members in the drawn order. */
const scoreMembers = ({ draw, uses_coefficient }: DrawnLeague, entries: EntryScores): MemberScore[] =>
  draw.ordinals.map((ordinal) => entries.get(ordinal, uses_coefficient));
