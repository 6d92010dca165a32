import { TouchlineError } from '@touchline/api/errors';
import type { JoinResponse } from '@touchline/api/http/entries';
import type { Season } from '@touchline/rules/season';
import { type CoefficientStep, coefficientBefore, computeShownCutOff } from '@touchline/rules/stakes';
import type { Knex } from 'knex';
import { enterTeams, type Joined, repeatJoin } from '../entries/enter.ts';
import { readEntriesByWallets } from '../entries/entries.store.ts';
import type { Entered } from '../entries/entry.ts';
import { computeDigest, draftTeam, type JoinRequest, type TeamDraft } from '../entries/team.ts';
import {
  feeRequired,
  findJoinRejection,
  GAME_FULL_TEXT,
  isPaid,
  type StoredGame,
  toWireGame,
} from '../games/game.ts';
import { type Outcome, toOutcome } from '../games/game-writes.ts';
import type { GamesContext } from '../games/games-context.ts';
import { takeSeat } from '../reservations/seats.store.ts';
import { toWireParticipation } from '../teams/participations.ts';
import { findKnownWallets } from './joining.store.ts';

/** A join, with the response for an entry that this request created. */
export type FreelyJoined = Joined & { response?: Extract<JoinResponse, { receipt: unknown }> };

/**
 * Joins a game without an entry fee. Repeating a request returns the same entry.
 * @throws TouchlineError ALREADY_JOINED, JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED, GAME_FULL, SQUAD_INVALID, LINEUP_INVALID;
 * VALIDATION_FAILED when the game has received a fee since it was read
 */
export type JoinFree = (game: StoredGame, wallet: string, request: JoinRequest) => Promise<FreelyJoined>;

interface FreeJoin {
  wallet: string;
  /** Identifies a repeated request. */
  digest: string;
  team: Outcome<TeamDraft>;
}

/** Creates the function that joins free games. Concurrent joins of one game share a transaction. */
export function createFreeJoins(context: GamesContext): JoinFree {
  const join = context.writes.batched<FreeJoin, FreelyJoined>((trx, game, requests) =>
    joinTogether(context, trx, game, requests),
  );
  return async (game, wallet, request) => {
    const season = await context.seasons.getRecent(game.season);
    const digest = computeDigest(request);
    return join(game.id, { wallet, digest, team: toOutcome(() => draftTeam(request, digest, season)) });
  };
}

/** Joins a game in the order of the requests. A wallet joins once; its other requests repeat that join. */
async function joinTogether(
  context: GamesContext,
  trx: Knex.Transaction,
  game: StoredGame,
  requests: readonly FreeJoin[],
): Promise<Outcome<FreelyJoined>[]> {
  const at = context.now();
  const { entries, steps } = await readWallets(trx, game.id, requests);
  const accepted = new Map<string, { request: FreeJoin; team: TeamDraft }>();
  const outcomes = new Map<FreeJoin, Outcome<FreelyJoined>>();
  for (const request of requests) {
    const { wallet } = request;
    if (entries.has(wallet) || accepted.has(wallet)) continue;
    const team = await acceptTeam(context, trx, game, request, at);
    if ('error' in team) outcomes.set(request, team);
    else accepted.set(wallet, { request, team: team.value });
  }
  const joins = [...accepted.values()];
  const season = await context.seasons.getRecent(game.season);
  const created = await enterTeams(
    context,
    trx,
    season,
    game,
    joins.map(({ request, team }) => ({ wallet_address: request.wallet, joined_at: at, team })),
  );
  for (const [index, joined] of respond(context, season, game, created, steps, at).entries()) {
    const { request } = joins[index]!;
    outcomes.set(request, { value: joined });
    entries.set(request.wallet, joined.entry);
  }
  return requests.map(
    (request) =>
      outcomes.get(request) ?? toOutcome(() => repeatJoin(entries.get(request.wallet)!, request.digest)),
  );
}

/** Builds the responses for new entries, whose receipts share a signature. */
function respond(
  { seals, calendar }: GamesContext,
  season: Season,
  game: StoredGame,
  created: readonly Entered[],
  steps: ReadonlyMap<string, readonly CoefficientStep[]>,
  at: number,
): FreelyJoined[] {
  if (created.length === 0) return [];
  const batch = seals.signBatch(created.map(({ sealed }) => sealed.commitment));
  const wireGame = toWireGame({ ...game, participants: game.participants + created.length }, at, calendar);
  const cutOff = computeShownCutOff(season, game, at);
  return created.map(({ entry, sealed }, index) => {
    const coefficient = coefficientBefore(steps.get(entry.wallet_address) ?? [], cutOff);
    const own = { entry, formation: sealed.lineup.formation, refunds: [] };
    const participation = toWireParticipation(own, wireGame, { coefficient });
    const receipt = seals.receipt(sealed, batch, index);
    return { state: 'JOINED', entry, created: true, response: { participation, receipt } };
  });
}

/** Reads the entries of the wallets that have already joined, and the coefficients of those that have staked. */
async function readWallets(trx: Knex.Transaction, gameId: string, requests: readonly FreeJoin[]) {
  const wallets = requests.map(({ wallet }) => wallet);
  const known = await findKnownWallets(trx, gameId, wallets);
  const joined = known.filter(({ has_entered }) => has_entered).map(({ wallet }) => wallet);
  const entries = joined.length > 0 ? await readEntriesByWallets(trx, gameId, joined) : [];
  return {
    entries: new Map(entries.map((entry) => [entry.wallet_address, entry])),
    steps: new Map(known.map(({ wallet, steps }) => [wallet, steps ?? []])),
  };
}

/** Accepts a team while the game can be joined without a fee, the team is legal and a seat is free. */
async function acceptTeam(
  { calendar }: GamesContext,
  trx: Knex.Transaction,
  game: StoredGame,
  { wallet, team }: FreeJoin,
  at: number,
): Promise<Outcome<TeamDraft>> {
  const rejection = findJoinRejection(game, at, calendar);
  if (rejection) return { error: rejection.error };
  if (isPaid(game)) return { error: feeRequired() };
  if ('error' in team) return team;
  const seated = await takeSeat(trx, game, wallet, at);
  return seated ? team : { error: new TouchlineError('GAME_FULL', GAME_FULL_TEXT) };
}
