import type { Participation } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import type { Entry } from '../entries/entry.ts';
import { textOfPlayer } from '../entries/rosters.store.ts';
import { iso, type StoredGame, toWireGame } from '../games/game.ts';
import type { Arrival } from './join-batch.ts';

/**
 * The success envelope of an entry of this very moment, as it is sent. A crowd joins with the same players and in the same
 * transaction: of most of the answer the text is made once, and not looked at again field by field.
 */
export function newcomerText(entry: Entry, arrival: Arrival, now: number, calendar: Calendar): string {
  const fields = ownFields(entry, arrival);
  const roster = entry.roster.map(textOfPlayer).join(',');
  const game = textOfGame(arrival.game, now, calendar);
  const participation = `${JSON.stringify(fields).slice(0, -1)},"roster_snapshot":[${roster}],"game":${game}}`;
  return `{"success":true,"data":{"participation":${participation}}}`;
}

/** Made by the first answer of a transaction. */
const games = new WeakMap<StoredGame, string>();

function textOfGame(game: StoredGame, now: number, calendar: Calendar): string {
  const known = games.get(game);
  if (known !== undefined) return known;
  const text = JSON.stringify(toWireGame(game, now, calendar));
  games.set(game, text);
  return text;
}

/** It has no points yet, and no rank before the standings have it. */
function ownFields(
  entry: Entry,
  { team, coefficient }: Arrival,
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
