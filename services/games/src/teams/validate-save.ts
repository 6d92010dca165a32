import { isDeepStrictEqual } from 'node:util';
import { TouchlineError } from '@touchline/api/errors';
import type { saveLineup, ApiLineup } from '@touchline/api/http/lineups';
import { lineupsForGameweek } from '@touchline/rules/lineup-versions';
import { armbandsToSave, checkRollingLock } from '@touchline/rules/locks';
import { validationError } from '@touchline/service-kit/validate';
import type { z } from 'zod';
import type { Entry } from '../entries/entry.ts';
import { findEditableGameweek, type Season } from '../football/season.ts';
import { type StoredGame, computeStatus } from '../games/game.ts';
import { type CheckedLineup, toWireLineup } from '../lineups/check.ts';
import type { LatestLineup, NewLineup, StoredLineup } from '../lineups/lineups.store.ts';
import { findLockedPlayers } from '../lineups/locked.ts';

export type SaveLineupRequest = z.output<NonNullable<typeof saveLineup.body>>;

/** A save of a lineup that is legal but for the rolling lock. */
export interface LineupSave {
  entry: Entry;
  legal: CheckedLineup;
  request: SaveLineupRequest;
  /** When the request came, epoch ms: kick-offs are judged by it, however long it waited for its turn. */
  arrived: number;
}

export interface LineupSaved {
  lineup: ApiLineup;
  effective_gameweek: number | null;
}

/** Versions that an entry may save for one gameweek, the one it joined with included. */
export const MAX_VERSIONS = 50;

/** A version to append. */
export type Version = Omit<NewLineup, 'game_version'>;

interface SaveContext {
  game: StoredGame;
  season: Season;
  /** When the game was locked, epoch ms. */
  at: number;
  versions: readonly LatestLineup[];
}

/**
 * What a save leads to, with the version to append; without one when it changes nothing.
 * @throws TouchlineError GAME_NOT_EDITABLE, PLAYER_LOCKED, TOO_MANY_CHANGES, VALIDATION_FAILED (effective_gameweek)
 */
export function validateSave(
  { entry, legal, request, arrived }: LineupSave,
  { game, season, at, versions }: SaveContext,
): { answer: LineupSaved; version?: Version } {
  assertEditable(game, at);
  const saved_at = Math.max(arrived, ...versions.map((version) => version.saved_at));
  const edited = findEditableGameweek(season, game, at);
  const gameweek = resolveGameweek(game, edited, request.effective_gameweek);
  const before = lineupsForGameweek(versions, gameweek).at(-1) ?? versions[0]!;
  const locked = findLockedPlayers(season, gameweek, entry.roster, saved_at);
  const lineup = { ...legal, ...armbandsToSave(legal.field, request, before, locked) };
  assertUnlocked(before, lineup, locked, entry.roster);
  const answer = { lineup: toWireLineup(lineup), effective_gameweek: gameweek === edited ? null : gameweek };
  // A lineup that is saved for a later gameweek stays apart from the current one, even if it is the same today.
  const own = gameweek === edited || before.effective_gameweek === gameweek;
  if (own && isSame(before, lineup)) return { answer };
  assertVersionLimit(versions, gameweek);
  const { id: entry_id, game_id, ordinal } = entry;
  return {
    answer,
    version: { ...lineup, game_id, entry_id, ordinal, effective_gameweek: gameweek, saved_at },
  };
}

/** @throws TouchlineError GAME_NOT_EDITABLE */
export function assertEditable(game: StoredGame, now: number): void {
  const status = computeStatus(game, now);
  if (status === 'UPCOMING' || status === 'ACTIVE') return;
  throw new TouchlineError('GAME_NOT_EDITABLE', 'This game is over; its teams can no longer be changed.');
}

/** Only a season game can be edited beyond the current gameweek, and only one gameweek ahead. */
function resolveGameweek(game: StoredGame, edited: number, wanted: number | undefined): number {
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
function assertVersionLimit(versions: readonly LatestLineup[], gameweek: number): void {
  const count = versions.find((version) => version.effective_gameweek === gameweek)?.versions ?? 0;
  if (count < MAX_VERSIONS) return;
  throw new TouchlineError(
    'TOO_MANY_CHANGES',
    `This lineup has been saved ${MAX_VERSIONS} times for gameweek ${gameweek}, which is the most allowed.`,
  );
}

function assertUnlocked(
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
