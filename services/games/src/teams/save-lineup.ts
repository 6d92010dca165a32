import { isDeepStrictEqual } from 'node:util';
import { TouchlineError } from '@touchline/api/errors';
import { standingsChanged } from '@touchline/api/events/games';
import type { saveLineup as saveLineupCall, WireLineup } from '@touchline/api/http/lineups';
import { lineupsOver } from '@touchline/rules/lineup-versions';
import { armbandsToSave, checkRollingLock } from '@touchline/rules/locks';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import { validationError } from '@touchline/service-kit/validate';
import type { z } from 'zod';
import { findOwnEntry } from '../entries/entries.store.ts';
import { editGameweek, latestGameweek, type Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import { type StoredGame, statusOf } from '../games/game.ts';
import type { ChangeGame } from '../games/game-queue.ts';
import { lockGame, raiseVersion } from '../games/games.store.ts';
import { type CheckedLineup, legalLineup, toWireLineup } from '../lineups/check.ts';
import {
  insertLineup,
  type LatestLineup,
  latestLineups,
  type StoredLineup,
} from '../lineups/lineups.store.ts';
import { lockedPlayers } from '../lineups/locked.ts';
import { positionsOf } from '../scoring/team.ts';

interface LineupDeps {
  db: Database;
  changeGame: ChangeGame;
  seasons: Seasons;
  now: () => number;
}

export type SaveLineupRequest = z.output<NonNullable<typeof saveLineupCall.body>>;

/** Versions that an entry may save for one gameweek, the one it joined with included. */
export const MAX_VERSIONS = 50;

/**
 * Saves a new version of a lineup, for the gameweek that runs or comes next, or from the one after that on. A lineup that
 * changes nothing is answered like any other but stored and announced to nobody.
 * @throws TouchlineError NOT_FOUND (also for somebody else's team), GAME_NOT_EDITABLE, LINEUP_INVALID, PLAYER_LOCKED,
 * TOO_MANY_CHANGES, VALIDATION_FAILED (effective_gameweek)
 */
export async function saveLineup(
  { db, changeGame, seasons, now }: LineupDeps,
  entryId: string,
  wallet: string,
  request: SaveLineupRequest,
): Promise<{ lineup: WireLineup; effective_gameweek: number | null }> {
  const entry = await findOwnEntry(db, entryId, wallet);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'This team does not exist.');
  const legal = legalLineup(request, positionsOf(entry.roster));
  return changeGame(entry.game_id, async (trx) => {
    // The game's row is locked until the commit, so saves in one game have distinct, ascending times.
    const game = await lockGame(trx, entry.game_id);
    const season = await seasons.get(game.season);
    const versions = await latestLineups(trx, entry.id);
    const saved_at = Math.max(now(), ...versions.map((version) => version.saved_at));
    refuseUnlessEditable(game, saved_at);
    const edited = editGameweek(season, game, saved_at);
    const gameweek = effectiveGameweek(game, edited, request.effective_gameweek);
    const before = lineupsOver(versions, gameweek).at(-1) ?? versions[0]!;
    const locked = lockedPlayers(season, gameweek, entry.roster, saved_at);
    const lineup = { ...legal, ...armbandsToSave(legal.field, request, before, locked) };
    refuseLocked(before, lineup, locked, entry.roster);
    const saved = { lineup: toWireLineup(lineup), effective_gameweek: gameweek === edited ? null : gameweek };
    // A lineup that is saved for a later gameweek stays apart from the current one, even if it is the same today.
    const own = gameweek === edited || before.effective_gameweek === gameweek;
    if (own && isSame(before, lineup)) return saved;
    refuseEndless(versions, gameweek);
    const { version: game_version } = await raiseVersion(trx, game.id);
    await insertLineup(trx, {
      ...lineup,
      game_id: game.id,
      game_version,
      entry_id: entry.id,
      ordinal: entry.ordinal,
      effective_gameweek: gameweek,
      saved_at,
    });
    await writeOutbox(trx, standingsChanged, {
      game_id: game.id,
      gameweek: latestOf(season, game, saved_at),
    });
    return saved;
  });
}

const latestOf = (season: Season, game: StoredGame, now: number) =>
  latestGameweek(season, game, now)?.id ?? null;

/** @throws TouchlineError GAME_NOT_EDITABLE */
export function refuseUnlessEditable(game: StoredGame, now: number): void {
  const status = statusOf(game, now);
  if (status === 'UPCOMING' || status === 'ACTIVE') return;
  throw new TouchlineError('GAME_NOT_EDITABLE', 'This game is over; its teams can no longer be changed.');
}

/** Only a season game can be edited beyond the current gameweek, and only one gameweek ahead. */
function effectiveGameweek(game: StoredGame, edited: number, wanted: number | undefined): number {
  if (wanted === undefined || wanted === edited) return edited;
  const next = Math.min(edited + 1, game.last_gameweek);
  if (game.game_type === 'SEASON' && wanted === next) return next;
  const choice = game.game_type === 'SEASON' && next !== edited ? `${edited} or ${next}` : `${edited}`;
  throw validationError([{ path: 'effective_gameweek', message: `must be gameweek ${choice}` }]);
}

function isSame(before: StoredLineup, after: CheckedLineup): boolean {
  return isDeepStrictEqual(toWireLineup(before), toWireLineup(after));
}

/** Versions are never deleted: without a limit one entry could fill the table. */
function refuseEndless(versions: readonly LatestLineup[], gameweek: number): void {
  const count = versions.find((version) => version.effective_gameweek === gameweek)?.versions ?? 0;
  if (count < MAX_VERSIONS) return;
  throw new TouchlineError(
    'TOO_MANY_CHANGES',
    `This lineup has been saved ${MAX_VERSIONS} times for gameweek ${gameweek}, which is the most allowed.`,
  );
}

function refuseLocked(
  before: StoredLineup,
  after: Parameters<typeof checkRollingLock>[1],
  locked: ReadonlySet<number>,
  roster: readonly { id: number; web_name: string }[],
): void {
  const refused = checkRollingLock(before, after, locked);
  if (refused.length === 0) return;
  const names = roster.filter(({ id }) => refused.includes(id)).map(({ web_name }) => web_name);
  throw new TouchlineError('PLAYER_LOCKED', `Already playing or played: ${names.join(', ')}`, {
    details: refused.map((player_id) => ({ player_id, message: 'is locked until the gameweek is over' })),
  });
}
