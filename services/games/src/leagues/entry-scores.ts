import { setImmediate } from 'node:timers/promises';
import type { MemberScore } from '@touchline/rules/league-fixtures';
import { findGameweek, type Season, type SeasonGameweek } from '@touchline/rules/season';
import { scoreTeam } from '@touchline/rules/team';
import type { Database } from '@touchline/service-kit/data/database';
import type { StoredGame } from '../games/game.ts';
import { readLineups, type StoredLineup } from '../lineups/lineups.store.ts';
import { buildRowTeam } from '../standings/rows.ts';
import {
  type CorrectionPeriod,
  type FinalEntry,
  type FinalGameweek,
  readCorrections,
  readFinalEntries,
  readGoals,
} from './league-scores.store.ts';

/** Scores of entries in a final gameweek, by ordinal. Each is read once for all leagues of the entry. */
export interface EntryScores {
  /** Reads the entries that are not known yet. @returns false if the gameweek was settled again or reopened */
  load(ordinals: readonly number[]): Promise<boolean>;
  /** Returns the score of a loaded entry; one outside the standings has no points (game rule 9.17). */
  get(ordinal: number, usesCoefficient: boolean): MemberScore;
}

/** Entries scored without a pause, about 3 ms of CPU time, so that requests do not wait for the rest. */
const SLICE = 50;

/** Creates scores with 11 bytes per entry of the game, so that those of a million entries stay in memory. */
export async function createEntryScores(
  db: Database,
  final: FinalGameweek,
  game: StoredGame,
  season: Season,
): Promise<EntryScores> {
  const gameweek = findGameweek(season, final.gameweek)!;
  const period = findCorrectionPeriod(season, gameweek);
  const goalsOfPlayers = await readGoals(db, season.id, gameweek.id);
  const size = game.participants + 1;
  const known = new Uint8Array(size);
  const [points, earned, goals] = [new Int32Array(size), new Int32Array(size), new Int16Array(size)];

  function sumGoals({ joined_at }: FinalEntry, lineups: readonly StoredLineup[]): number {
    const team = { ...buildRowTeam(season, { joined_at, lineup: lineups[0]! }), lineups };
    const eleven = scoreTeam(season, gameweek, game, team)?.final_eleven ?? [];
    return eleven.reduce((sum, player) => sum + (goalsOfPlayers.get(player) ?? 0), 0);
  }

  return {
    async load(ordinals) {
      const missing = [...new Set(ordinals)].filter((ordinal) => !known[ordinal]);
      if (missing.length === 0) return true;
      const entries = await readFinalEntries(db, final, missing);
      if (entries.length === 0) return false;
      const corrections = await readCorrections(db, game.id, missing, period);
      const lineups = await readLineups(
        db,
        entries.map(({ id }) => id),
      );
      for (const [place, entry] of entries.entries()) {
        if (place % SLICE === 0) await setImmediate();
        const { ordinal } = entry;
        known[ordinal] = 1;
        goals[ordinal] = sumGoals(entry, lineups.get(entry.id)!);
        if (!entry.ranked) continue;
        const correction = (corrections.get(ordinal) ?? 0) * 1000;
        points[ordinal] = entry.points * 1000 + correction;
        earned[ordinal] = entry.earned + correction;
      }
      return true;
    },
    get: (ordinal, usesCoefficient) => ({
      points: (usesCoefficient ? earned : points)[ordinal]!,
      goals: goals[ordinal]!,
    }),
  };
}

/** Returns the period from the start of a gameweek to the start of the next one (game rule 9.17). */
export function findCorrectionPeriod(season: Season, gameweek: SeasonGameweek): CorrectionPeriod {
  const next = season.gameweeks.find(({ id }) => id > gameweek.id);
  const startOf = (each: SeasonGameweek) => each.start ?? each.deadline;
  const to = next ? startOf(next) : Date.UTC(9999, 0);
  return { season: season.id, gameweek: gameweek.id, from: startOf(gameweek), to };
}
