import { createHash, randomUUID } from 'node:crypto';
import { type ErrorCode, TouchlineError } from '@touchline/api/errors';
import { standingsChanged } from '@touchline/api/events/games';
import type { joinGame } from '@touchline/api/http/entries';
import type { JoinReason } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { editGameweek, latestGameweek, type Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import { type StoredGame, windowOf } from '../games/game.ts';
import { findGame, raiseVersion } from '../games/games.store.ts';
import { legalLineup } from '../lineups/check.ts';
import { positionsOf } from '../scoring/team.ts';
import { benchShape } from '../standings/kernel.ts';
import { findEntryOf, insertEntry } from './entries.store.ts';
import type { Entry } from './entry.ts';
import { legalSquad, rosterPlayer } from './squad.ts';

interface JoinDeps {
  db: Database;
  seasons: Seasons;
  calendar: Calendar;
  now: () => number;
}

export type JoinRequest = z.output<NonNullable<typeof joinGame.body>>;

export const PAID_GAMES_CLOSED = 'Paid games cannot be joined yet';

/** Whether a game can be joined now, before looking at who asks; null when it can. */
export function whyNotJoinable(
  game: StoredGame,
  now: number,
  calendar: Calendar,
): { code: JoinReason | null; error: ErrorCode; reason: string } | null {
  const window = windowOf(game, now, calendar);
  if (window.code === 'CANCELLED')
    return { code: 'CANCELLED', error: 'GAME_CANCELLED', reason: window.reason };
  if (window.code === 'NOT_OPEN') return { code: 'NOT_OPEN', error: 'JOIN_NOT_OPEN', reason: window.reason };
  if (window.code === 'CLOSED') return { code: 'CLOSED', error: 'JOIN_CLOSED', reason: window.reason };
  if (Number(game.entry_fee) > 0)
    return { code: null, error: 'PAYMENT_NOT_AVAILABLE', reason: PAID_GAMES_CLOSED };
  return null;
}

/**
 * Joins a free game. The same request of the same wallet again answers the same entry.
 * @throws TouchlineError NOT_FOUND, ALREADY_JOINED, JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED, PAYMENT_NOT_AVAILABLE,
 * SQUAD_INVALID, LINEUP_INVALID
 */
export async function join(
  deps: JoinDeps,
  gameId: string,
  wallet: string,
  request: JoinRequest,
): Promise<{ entry: Entry; created: boolean }> {
  const game = await findGame(deps.db, gameId);
  if (!game) throw new TouchlineError('NOT_FOUND', 'This game does not exist.');
  const digest = digestOf(request);
  const before = await findEntryOf(deps.db, gameId, wallet);
  if (before) return { entry: sameJoin(before, digest), created: false };
  refuseUnlessOpen(game, deps);
  const season = await deps.seasons.get(game.season);
  const players = legalSquad(request.roster, season);
  const roster = players.map((player) => rosterPlayer(player, season));
  const positions = positionsOf(roster);
  const lineup = legalLineup(request, positions);
  const bench_shape = benchShape(lineup.bench.slice(1).map((id) => positions.get(id)!));
  const draft = { id: randomUUID(), game_id: gameId, wallet_address: wallet, team_name: request.team_name };
  const entry_points = lineup.field.reduce((sum, id) => sum + season.players.get(id)!.total_points, 0);
  try {
    const entry = await deps.db.transaction((trx) =>
      takeSeat(
        trx,
        deps,
        season,
        { ...draft, entry_points, roster, join_digest: digest },
        { ...lineup, bench_shape },
      ),
    );
    return { entry, created: true };
  } catch (error) {
    // Somebody with the same wallet was a moment faster: two tabs, or a repeated request.
    const faster = isUniqueViolation(error) ? await findEntryOf(deps.db, gameId, wallet) : null;
    if (!faster) throw error;
    return { entry: sameJoin(faster, digest), created: false };
  }
}

/** Holds the game's row from here to the commit: seats are numbered without gaps and the window is judged now. */
async function takeSeat(
  trx: Knex.Transaction,
  deps: JoinDeps,
  season: Season,
  draft: Omit<Entry, 'seat' | 'joined_at'>,
  lineup: ReturnType<typeof legalLineup> & { bench_shape: number },
): Promise<Entry> {
  const game = await raiseVersion(trx, draft.game_id);
  refuseUnlessOpen(game, deps);
  const joined_at = deps.now();
  const effective_gameweek = editGameweek(season, game, joined_at);
  const entry = await insertEntry(
    trx,
    { ...draft, joined_at },
    { ...lineup, saved_at: joined_at, effective_gameweek, game_version: game.version },
  );
  const gameweek = latestGameweek(season, game, joined_at)?.id ?? null;
  await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek });
  return entry;
}

function refuseUnlessOpen(game: StoredGame, { now, calendar }: JoinDeps): void {
  const refusal = whyNotJoinable(game, now(), calendar);
  if (refusal) throw new TouchlineError(refusal.error, refusal.reason);
}

function sameJoin(entry: Entry, digest: string): Entry {
  if (entry.join_digest === digest) return entry;
  throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game with another team.');
}

/** A payment hash says nothing about the team, so it is not part of it. */
function digestOf({ transaction_hash: _hash, ...team }: JoinRequest): string {
  const parts = [
    team.team_name,
    team.roster,
    team.formation,
    team.field_players,
    team.bench_players,
    team.captain_id ?? null,
    team.vice_captain_id ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
