import type { Database } from '@touchline/service-kit/data/database';
import { findEditableGameweek } from '../football/season.ts';
import { unpackLineup } from '../lineups/lineup-bytes.ts';
import { packTeamShape } from '../scoring/kernel.ts';
import { findLineupsInForce } from '../scoring/lineup-log.ts';
import { runToEnd } from '../scoring/pass.ts';
import { readLineupsUpTo } from '../standings/entry-table.store.ts';
import type { Standings } from '../standings/standings.ts';

/** Displayed columns of each entry's current or last lineup, by index. */
export interface ChosenLineups {
  shape: Uint16Array;
  captain: Uint16Array;
  vice: Uint16Array;
  /** Number of saved lineups at the time, and the gameweek that these lineups count for. */
  saved: number;
  gameweek: number;
}

/** Selects lineups from memory; null for a game that no longer keeps its lineups because they are all settled. */
export function selectLineups(standings: Standings, before: ChosenLineups | undefined): ChosenLineups | null {
  const { table, game, season, computedAt, count } = standings;
  const { lineups, joinedAt } = table;
  if (lineups.firsts.length < count) return null;
  const chosen = emptyLineups(count, lineups.length, findEditableGameweek(season, game, computedAt));
  if (before?.saved === chosen.saved && before.gameweek === chosen.gameweek) return before;
  const versions = new Int32Array(table.count);
  runToEnd(findLineupsInForce(lineups, joinedAt, chosen.gameweek, Number.POSITIVE_INFINITY, versions));
  for (let index = 0; index < count; index += 1) {
    const version = Math.max(0, versions[index]!);
    chosen.shape[index] = lineups.getShape(version);
    chosen.captain[index] = lineups.getCaptain(version);
    chosen.vice[index] = lineups.getViceCaptain(version);
  }
  return chosen;
}

/** Reads the last lineups of a finished game from the database. */
export async function readStoredLineups(db: Database, { game, count }: Standings): Promise<ChosenLineups> {
  const chosen = emptyLineups(count, 0, game.last_gameweek);
  const gameweeks = new Uint8Array(count);
  for await (const rows of readLineupsUpTo(db, game.id, game.version))
    for (const { ordinal, effective_gameweek, lineup } of rows) {
      const index = ordinal - 1;
      if (index >= count || effective_gameweek < gameweeks[index]!) continue;
      const { formation, captain_id, vice_captain_id } = unpackLineup(lineup);
      gameweeks[index] = effective_gameweek;
      chosen.shape[index] = packTeamShape(formation, 0);
      chosen.captain[index] = captain_id;
      chosen.vice[index] = vice_captain_id;
    }
  return chosen;
}

const emptyLineups = (count: number, saved: number, gameweek: number): ChosenLineups => ({
  shape: new Uint16Array(count),
  captain: new Uint16Array(count),
  vice: new Uint16Array(count),
  saved,
  gameweek,
});
