import { TouchlineError } from '@touchline/api/errors';
import { type CoefficientStep, coefficientBefore } from '@touchline/rules/stakes';
import type { Knex } from 'knex';
import { computeShownCutOff } from '../coefficients/stake-cut-off.ts';
import { assertSameJoin, enterTeams, type JoinDeps, type Joined, type NewEntry } from '../entries/enter.ts';
import { readEntriesByWallets } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import type { TeamDraft } from '../entries/team.ts';
import type { StoredGame } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import { assertJoinOpen, GAME_FULL_TEXT, isPaid } from '../games/joinable.ts';
import type { BatchResult } from '../games/transaction-batcher.ts';
import { takeSeat } from '../reservations/seats.store.ts';
import { findKnownWallets } from './joining.store.ts';

/** A join with a valid team. */
export interface FreeJoin {
  wallet: string;
  team: TeamDraft;
  /** True when the game was not read before, so its fee and type are known only once its row is locked. */
  unread: boolean;
}

/** Data for the response to a new entry, which the standings do not contain yet. */
export interface NewEntryContext {
  game: StoredGame;
  team: TeamDraft;
  /** Thousandths. */
  coefficient: number;
}

export type FreeJoinResult = Joined & { newEntry?: NewEntryContext };

/** True for a free game that no switch can pause, so its locked row is enough to join it. */
export const isFreeAndUnpausable = (game: StoredGame) => !isPaid(game) && game.game_type !== 'TOURNAMENT';

/**
 * Joins one game for several wallets in one transaction, in the order of the requests. Each request gets the same result as if
 * it had been sent alone. The result is null for a request that has to read the game first.
 */
export async function joinBatch(
  deps: Pick<JoinDeps, 'seasons' | 'calendar' | 'now'>,
  trx: Knex.Transaction,
  gameId: string,
  requests: readonly FreeJoin[],
): Promise<{ game: StoredGame; results: BatchResult<FreeJoinResult | null>[] }> {
  // The lock of the game's row excludes other joins, so the window and the seats cannot change.
  const game = await lockGame(trx, gameId);
  const joined_at = deps.now();
  const { entered, steps } = await loadKnownWallets(trx, gameId, requests);
  const newEntries = new Map<string, NewEntry>();
  const rejections = new Map<FreeJoin, unknown>();
  for (const request of requests) {
    const { wallet, team, unread } = request;
    if (entered.has(wallet) || newEntries.has(wallet) || (unread && !isFreeAndUnpausable(game))) continue;
    const rejection = await findRejection(deps, trx, game, wallet, joined_at);
    if (rejection) rejections.set(request, rejection);
    else newEntries.set(wallet, { wallet_address: wallet, joined_at, team });
  }
  const joinedByWallet = await enterAll(deps, trx, game, [...newEntries.values()], steps);
  const results = requests.map((request): BatchResult<FreeJoinResult | null> => {
    if (rejections.has(request)) return { error: rejections.get(request) };
    const existing = entered.get(request.wallet);
    if (existing) return resolveRepeatedJoin(existing, request);
    const joined = joinedByWallet.get(request.wallet);
    if (!joined) return { value: null };
    // The first request of a wallet creates the entry; equal requests in the same batch repeat it.
    const created = newEntries.get(request.wallet)?.team === request.team;
    return created ? { value: joined } : resolveRepeatedJoin(joined.entry, request);
  });
  return { game, results };
}

/** Loads existing entries and coefficient steps by wallet. */
async function loadKnownWallets(trx: Knex.Transaction, gameId: string, requests: readonly FreeJoin[]) {
  const wallets = requests.map(({ wallet }) => wallet);
  const rows = await findKnownWallets(trx, gameId, wallets);
  const joined = rows.filter(({ has_entered }) => has_entered).map(({ wallet }) => wallet);
  const entries = joined.length > 0 ? await readEntriesByWallets(trx, gameId, joined) : [];
  return {
    entered: new Map<string, Entry>(entries.map((entry) => [entry.wallet_address, entry])),
    steps: new Map(rows.map(({ wallet, steps }) => [wallet, steps ?? []])),
  };
}

function resolveRepeatedJoin(entry: Entry, { team }: FreeJoin): BatchResult<FreeJoinResult> {
  try {
    return { value: { state: 'JOINED', entry: assertSameJoin(entry, team.digest), created: false } };
  } catch (error) {
    return { error };
  }
}

async function findRejection(
  { calendar }: Pick<JoinDeps, 'calendar'>,
  trx: Knex.Transaction,
  game: StoredGame,
  wallet: string,
  now: number,
): Promise<TouchlineError | null> {
  try {
    assertJoinOpen(game, now, calendar);
  } catch (error) {
    if (error instanceof TouchlineError) return error;
    throw error;
  }
  return (await takeSeat(trx, game, wallet, now)) ? null : new TouchlineError('GAME_FULL', GAME_FULL_TEXT);
}

/** Creates the new entries. @returns the results by wallet */
async function enterAll(
  { seasons }: Pick<JoinDeps, 'seasons'>,
  trx: Knex.Transaction,
  game: StoredGame,
  newEntries: readonly NewEntry[],
  steps: ReadonlyMap<string, CoefficientStep[]>,
): Promise<Map<string, FreeJoinResult>> {
  if (newEntries.length === 0) return new Map();
  const season = seasons.peek(game.season) ?? (await seasons.get(game.season));
  const entries = await enterTeams(trx, season, game, newEntries);
  const after = { ...game, participants: game.participants + entries.length };
  const cutOff = computeShownCutOff(season, game, newEntries[0]!.joined_at);
  return new Map(
    entries.map((entry, index) => {
      const coefficient = coefficientBefore(steps.get(entry.wallet_address) ?? [], cutOff);
      const newEntry = { game: after, team: newEntries[index]!.team, coefficient };
      return [entry.wallet_address, { state: 'JOINED', entry, created: true, newEntry }];
    }),
  );
}
