import { TouchlineError } from '@touchline/api/errors';
import { assertSameJoin, type JoinDeps } from '../entries/enter.ts';
import { findEntryByWallet } from '../entries/entries.store.ts';
import { computeDigest, draftTeam, type JoinRequest, type TeamDraft } from '../entries/team.ts';
import type { Season } from '../football/season.ts';
import type { StoredGame } from '../games/game.ts';
import { assertJoinOpen } from '../games/joinable.ts';
import { createTransactionBatcher } from '../games/transaction-batcher.ts';
import { type FreeJoin, type FreeJoinResult, isFreeAndUnpausable, joinBatch } from './join-batch.ts';

/** Joins games without an entry fee. Repeating a request returns the same entry. */
export interface FreeJoins {
  /**
   * @throws TouchlineError ALREADY_JOINED, JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED, GAME_FULL, SQUAD_INVALID,
   * LINEUP_INVALID
   */
  join(game: StoredGame, wallet: string, request: JoinRequest): Promise<FreeJoinResult>;
  /**
   * Joins without reading the game first, because the join's transaction reads it anyway.
   * @returns null when the game has to be read: no wallet has joined it on this replica yet, the game has changed, or the
   * team is rejected
   */
  joinUnread(gameId: string, wallet: string, request: JoinRequest): Promise<FreeJoinResult | null>;
}

export function createFreeJoins(deps: JoinDeps): FreeJoins {
  const { db, changeGame, seasons, calendar, now } = deps;
  /** Seasons of games that were free and unpausable at their last join on this replica, by game. */
  const seasonsByGame = new Map<string, string>();
  const batch = createTransactionBatcher<FreeJoin, FreeJoinResult | null>(
    changeGame,
    async (trx, id, requests) => {
      const { game, results } = await joinBatch(deps, trx, id, requests);
      if (isFreeAndUnpausable(game)) seasonsByGame.set(id, game.season);
      else seasonsByGame.delete(id);
      return results;
    },
  );

  return {
    async join(game, wallet, request) {
      const drafted = tryDraft(request, await seasons.get(game.season));
      if ('team' in drafted) {
        const joined = await batch(game.id, { wallet, team: drafted.team, unread: false });
        return joined!;
      }
      const existing = await findEntryByWallet(db, game.id, wallet);
      if (existing)
        return { state: 'JOINED', entry: assertSameJoin(existing, computeDigest(request)), created: false };
      assertJoinOpen(game, now(), calendar);
      throw drafted.rejection;
    },
    async joinUnread(gameId, wallet, request) {
      const season = seasonsByGame.get(gameId);
      if (season === undefined) return null;
      const drafted = tryDraft(request, await seasons.getRecent(season));
      return 'team' in drafted ? batch(gameId, { wallet, team: drafted.team, unread: true }) : null;
    },
  };
}

function tryDraft(request: JoinRequest, season: Season): { team: TeamDraft } | { rejection: TouchlineError } {
  try {
    return { team: draftTeam(request, season) };
  } catch (error) {
    if (error instanceof TouchlineError) return { rejection: error };
    throw error;
  }
}
