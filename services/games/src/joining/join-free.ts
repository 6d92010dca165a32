import { TouchlineError } from '@touchline/api/errors';
import { enter, type JoinDeps, type Joined } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { digestOf, draftTeam, type JoinRequest } from '../entries/team.ts';
import type { StoredGame } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import { FULL, refuseUnlessOpen } from '../games/joinable.ts';
import { takeSeat } from '../reservations/seats.store.ts';

/**
 * Joins a game without entry fee. Repeating the request returns the same entry.
 * @throws TouchlineError ALREADY_JOINED, JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED, GAME_FULL, SQUAD_INVALID,
 * LINEUP_INVALID
 */
export async function joinFree(
  { db, changeGame, seasons, calendar, now }: JoinDeps,
  game: StoredGame,
  wallet: string,
  request: JoinRequest,
): Promise<Joined> {
  const digest = digestOf(request);
  const before = await findEntryOf(db, game.id, wallet);
  if (before) return { state: 'JOINED', entry: sameJoin(before, digest), created: false };
  refuseUnlessOpen(game, now(), calendar);
  const season = await seasons.get(game.season);
  const team = draftTeam(request, season);
  try {
    const entry = await changeGame(game.id, async (trx) => {
      // With the game's row locked nobody else joins: the window is checked again and seats are counted.
      const locked = await lockGame(trx, game.id);
      const joined_at = now();
      refuseUnlessOpen(locked, joined_at, calendar);
      if (!(await takeSeat(trx, locked, wallet, joined_at))) throw new TouchlineError('GAME_FULL', FULL);
      return enter(trx, season, { game_id: game.id, wallet_address: wallet, team, joined_at });
    });
    return { state: 'JOINED', entry, created: true };
  } catch (error) {
    // The same wallet joined concurrently: two tabs, or a repeated request.
    const entry = isUniqueViolation(error) ? await findEntryOf(db, game.id, wallet) : null;
    if (!entry) throw error;
    return { state: 'JOINED', entry: sameJoin(entry, digest), created: false };
  }
}

/**
 * Returns the entry if it joined with the same team.
 * @throws TouchlineError ALREADY_JOINED
 */
export function sameJoin(entry: Entry, digest: string): Entry {
  if (entry.join_digest === digest) return entry;
  throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game with another team.');
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
