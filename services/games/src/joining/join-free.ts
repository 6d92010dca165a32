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
 * Joins a game without entry fee. The same request of the same wallet again answers the same entry.
 * @throws TouchlineError ALREADY_JOINED, JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED, GAME_FULL, SQUAD_INVALID,
 * LINEUP_INVALID
 */
export async function joinFree(
  deps: JoinDeps,
  game: StoredGame,
  wallet: string,
  request: JoinRequest,
): Promise<Joined> {
  const digest = digestOf(request);
  const before = await findEntryOf(deps.db, game.id, wallet);
  if (before) return { state: 'JOINED', entry: sameJoin(before, digest), created: false };
  refuseUnlessOpen(game, deps.now(), deps.calendar);
  const season = await deps.seasons.get(game.season);
  const team = draftTeam(request, season);
  try {
    const entry = await deps.changeGame(game.id, async (trx) => {
      // From here to the commit nobody else joins: the window is judged now, and seats are counted alone.
      const held = await lockGame(trx, game.id);
      const joined_at = deps.now();
      refuseUnlessOpen(held, joined_at, deps.calendar);
      if (!(await takeSeat(trx, held, wallet, joined_at))) throw new TouchlineError('GAME_FULL', FULL);
      return enter(trx, season, { game_id: game.id, wallet_address: wallet, team, joined_at });
    });
    return { state: 'JOINED', entry, created: true };
  } catch (error) {
    // Somebody with the same wallet was a moment faster: two tabs, or a repeated request.
    const faster = isUniqueViolation(error) ? await findEntryOf(deps.db, game.id, wallet) : null;
    if (!faster) throw error;
    return { state: 'JOINED', entry: sameJoin(faster, digest), created: false };
  }
}

/** The entry, if it is of the same team. @throws TouchlineError ALREADY_JOINED */
export function sameJoin(entry: Entry, digest: string): Entry {
  if (entry.join_digest === digest) return entry;
  throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game with another team.');
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
