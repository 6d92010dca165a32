import type { Participation } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { Entry } from '../entries/entry.ts';
import { serialisePlayer } from '../entries/rosters.store.ts';
import { iso, type StoredGame, toWireGame } from '../games/game.ts';
import type { NewEntryContext } from './join-batch.ts';

/**
 * Builds the success response for a new entry as JSON text. Concurrent joins share players and a transaction, so the texts of
 * players and games are cached instead of serialised for each response.
 */
export function buildNewEntryJson(
  entry: Entry,
  newEntry: NewEntryContext,
  now: number,
  calendar: Calendar,
): string {
  const fields = buildEntryFields(entry, newEntry);
  const roster = entry.roster.map(serialisePlayer).join(',');
  const game = serializeGame(newEntry.game, now, calendar);
  const participation = `${JSON.stringify(fields).slice(0, -1)},"roster_snapshot":[${roster}],"game":${game}}`;
  return `{"success":true,"data":{"participation":${participation}}}`;
}

/** Cached JSON of games; entries of one transaction share the game object. */
const gameTexts = new WeakMap<StoredGame, string>();

function serializeGame(game: StoredGame, now: number, calendar: Calendar): string {
  const cached = gameTexts.get(game);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(toWireGame(game, now, calendar));
  gameTexts.set(game, text);
  return text;
}

/** A new entry has no points, and no rank until the standings contain it. */
function buildEntryFields(
  entry: Entry,
  { team, coefficient }: NewEntryContext,
): Omit<Participation, 'roster_snapshot' | 'game'> {
  return {
    id: entry.id,
    game_id: entry.game_id,
    team_name: entry.team_name,
    formation: team.lineup.formation,
    joined_at: iso(entry.joined_at),
    entry_points: entry.entry_points,
    current_points: entry.entry_points,
    gameweek_points: 0,
    coefficient_applied: coefficient / COEFFICIENT_ONE,
    earned_points: 0,
    rank: null,
    suspended: false,
    excluded_reason: null,
    refunds: [],
  };
}
