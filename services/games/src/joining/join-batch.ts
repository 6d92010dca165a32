import { TouchlineError } from '@touchline/api/errors';
import { type CoefficientStep, coefficientBefore } from '@touchline/rules/stakes';
import type { Knex } from 'knex';
import { shownCutOff } from '../coefficients/stake-cut-off.ts';
import { enter, type JoinDeps, type Joined, type Newcomer, sameJoin } from '../entries/enter.ts';
import { entriesOfWallets } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import type { TeamDraft } from '../entries/team.ts';
import type { StoredGame } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import { FULL, isPaid, refuseUnlessOpen } from '../games/joinable.ts';
import type { Settled } from '../games/transaction-batcher.ts';
import { takeSeat } from '../reservations/seats.store.ts';
import { knownWallets } from './joining.store.ts';

/** A join with a team that is legal. */
export interface FreeJoin {
  wallet: string;
  team: TeamDraft;
  /** The game was not read before: whether it has a fee, or may be paused, is seen only with its row locked. */
  unseen: boolean;
}

/** What an entry brings that is new: nothing else about it is known before the standings have it. */
export interface Arrival {
  game: StoredGame;
  team: TeamDraft;
  /** Thousandths. */
  coefficient: number;
}

export type FreelyJoined = Joined & { arrival?: Arrival };

/** Whether a free join needs to know nothing about the game but what its locked row says. */
export const isPlain = (game: StoredGame) => !isPaid(game) && game.game_type !== 'TOURNAMENT';

/**
 * Lets wallets join one game in one transaction, in the order of their requests; each is answered as if it had come alone.
 * The answer is null for a request that has to read the game first.
 */
export async function joinTogether(
  deps: Pick<JoinDeps, 'seasons' | 'calendar' | 'now'>,
  trx: Knex.Transaction,
  gameId: string,
  requests: readonly FreeJoin[],
): Promise<{ game: StoredGame; settled: Settled<FreelyJoined | null>[] }> {
  // With the game's row locked nobody else joins: the window is checked again and seats are counted.
  const game = await lockGame(trx, gameId);
  const joined_at = deps.now();
  const { known, steps } = await knownOf(trx, gameId, requests);
  const newcomers = new Map<string, Newcomer>();
  const refused = new Map<FreeJoin, unknown>();
  for (const request of requests) {
    const { wallet, team, unseen } = request;
    if (known.has(wallet) || newcomers.has(wallet) || (unseen && !isPlain(game))) continue;
    const refusal = await whyNot(deps, trx, game, wallet, joined_at);
    if (refusal) refused.set(request, refusal);
    else newcomers.set(wallet, { wallet_address: wallet, joined_at, team });
  }
  const arrivals = await admit(deps, trx, game, [...newcomers.values()], steps);
  const settled = requests.map((request): Settled<FreelyJoined | null> => {
    if (refused.has(request)) return { refused: refused.get(request) };
    const before = known.get(request.wallet);
    if (before) return settleRepeated(before, request);
    const joined = arrivals.get(request.wallet);
    if (!joined) return { answer: null };
    // The first request of a wallet is the one that joined; equal ones of the same transaction repeat it.
    const created = newcomers.get(request.wallet)?.team === request.team;
    return created ? { answer: joined } : settleRepeated(joined.entry, request);
  });
  return { game, settled };
}

/** The entries of those who have joined, and the steps of those who staked, by wallet. */
async function knownOf(trx: Knex.Transaction, gameId: string, requests: readonly FreeJoin[]) {
  const wallets = requests.map(({ wallet }) => wallet);
  const found = await knownWallets(trx, gameId, wallets);
  const joined = found.filter(({ has_entered }) => has_entered).map(({ wallet }) => wallet);
  const entries = joined.length > 0 ? await entriesOfWallets(trx, gameId, joined) : [];
  return {
    known: new Map<string, Entry>(entries.map((entry) => [entry.wallet_address, entry])),
    steps: new Map(found.map(({ wallet, steps }) => [wallet, steps ?? []])),
  };
}

function settleRepeated(entry: Entry, { team }: FreeJoin): Settled<FreelyJoined> {
  try {
    return { answer: { state: 'JOINED', entry: sameJoin(entry, team.digest), created: false } };
  } catch (refused) {
    return { refused };
  }
}

async function whyNot(
  { calendar }: Pick<JoinDeps, 'calendar'>,
  trx: Knex.Transaction,
  game: StoredGame,
  wallet: string,
  now: number,
): Promise<TouchlineError | null> {
  try {
    refuseUnlessOpen(game, now, calendar);
  } catch (error) {
    if (error instanceof TouchlineError) return error;
    throw error;
  }
  return (await takeSeat(trx, game, wallet, now)) ? null : new TouchlineError('GAME_FULL', FULL);
}

/** Enters the newcomers. @returns their arrivals by wallet */
async function admit(
  { seasons }: Pick<JoinDeps, 'seasons'>,
  trx: Knex.Transaction,
  game: StoredGame,
  newcomers: readonly Newcomer[],
  steps: ReadonlyMap<string, CoefficientStep[]>,
): Promise<Map<string, FreelyJoined>> {
  if (newcomers.length === 0) return new Map();
  const season = seasons.known(game.season) ?? (await seasons.get(game.season));
  const entries = await enter(trx, season, game, newcomers);
  const after = { ...game, participants: game.participants + entries.length };
  const cutOff = shownCutOff(season, game, newcomers[0]!.joined_at);
  return new Map(
    entries.map((entry, index) => {
      const coefficient = coefficientBefore(steps.get(entry.wallet_address) ?? [], cutOff);
      const arrival = { game: after, team: newcomers[index]!.team, coefficient };
      return [entry.wallet_address, { state: 'JOINED', entry, created: true, arrival }];
    }),
  );
}
