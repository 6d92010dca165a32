import { TouchlineError } from '@touchline/api/errors';
import { type JoinDeps, sameJoin } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import { digestOf, draftTeam, type JoinRequest, type TeamDraft } from '../entries/team.ts';
import type { Season } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { refuseUnlessOpen } from '../games/joinable.ts';
import { createSharedTurns } from '../games/transaction-batcher.ts';
import { type FreeJoin, type FreelyJoined, isPlain, joinTogether } from './join-batch.ts';

/** Joins of games without entry fee. Repeating a request returns the same entry. */
export interface FreeJoins {
  /**
   * @throws TouchlineError ALREADY_JOINED, JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED, GAME_FULL, SQUAD_INVALID,
   * LINEUP_INVALID
   */
  join(game: StoredGame, wallet: string, request: JoinRequest): Promise<FreelyJoined>;
  /**
   * Joins without reading the game first, as the transaction of the join reads it anyway.
   * @returns null when the game has to be read: nobody has joined it here yet, it has changed, or the team is refused
   */
  joinKnown(gameId: string, wallet: string, request: JoinRequest): Promise<FreelyJoined | null>;
}

export function createFreeJoins(deps: JoinDeps): FreeJoins {
  const { db, changeGame, seasons, calendar, now } = deps;
  /** Seasons of games that were plain when somebody last joined them here. */
  const plain = new Map<string, string>();
  const share = createSharedTurns<FreeJoin, FreelyJoined | null>(changeGame, async (trx, id, requests) => {
    const { game, settled } = await joinTogether(deps, trx, id, requests);
    if (isPlain(game)) plain.set(id, game.season);
    else plain.delete(id);
    return settled;
  });

  return {
    async join(game, wallet, request) {
      const drafted = draft(request, await seasons.get(game.season));
      if ('team' in drafted) {
        const joined = await share(game.id, { wallet, team: drafted.team, unseen: false });
        return joined!;
      }
      const before = await findEntryOf(db, game.id, wallet);
      if (before) return { state: 'JOINED', entry: sameJoin(before, digestOf(request)), created: false };
      refuseUnlessOpen(game, now(), calendar);
      throw drafted.refused;
    },
    async joinKnown(gameId, wallet, request) {
      const season = plain.get(gameId);
      if (season === undefined) return null;
      const drafted = draft(request, await seasons.recent(season));
      return 'team' in drafted ? share(gameId, { wallet, team: drafted.team, unseen: true }) : null;
    },
  };
}

function draft(request: JoinRequest, season: Season): { team: TeamDraft } | { refused: TouchlineError } {
  try {
    return { team: draftTeam(request, season) };
  } catch (error) {
    if (error instanceof TouchlineError) return { refused: error };
    throw error;
  }
}
