import { isDeepStrictEqual } from 'node:util';
import { TouchlineError } from '@touchline/api/errors';
import type { ApiLineup, saveLineup } from '@touchline/api/http/lineups';
import { type LegalLineup, lineupsForGameweek } from '@touchline/rules/lineup';
import { armbandsToSave, checkRollingLock } from '@touchline/rules/locks';
import { findEditableGameweek, findGameweek, type Season } from '@touchline/rules/season';
import { findLockedPlayers } from '@touchline/rules/team';
import { validationError } from '@touchline/service-kit/http/validate';
import type { z } from 'zod';
import type { Entry } from '../entries/entry.ts';
import { computeStatus, type StoredGame } from '../games/game.ts';
import {
  buildNextVersion,
  countVersions,
  type LatestLineup,
  type NewLineup,
  type StoredLineup,
} from '../lineups/lineups.store.ts';
import type { Seals } from '../seals.ts';

export type SaveLineupRequest = z.output<NonNullable<typeof saveLineup.body>>;

/** A save of a lineup that is valid except for the rolling lock, which is still to be checked. */
export interface LineupSave {
  entry: Entry;
  lineup: LegalLineup;
  request: SaveLineupRequest;
  /** Time of the request, epoch ms. Decides which players are locked, regardless of the wait in the queue. */
  arrived: number;
}

export interface LineupSaved {
  lineup: ApiLineup;
  effective_gameweek: number | null;
  entry: Entry;
  /** The version that counts: the saved one, or the equal one before. */
  counted: LatestLineup;
}

/** Maximum of versions per entry and gameweek, including the one it joined with. */
export const MAX_VERSIONS = 50;

/** A version to append. */
export type Version = Omit<NewLineup, 'game_version'>;

interface SaveContext {
  game: StoredGame;
  season: Season;
  seals: Seals;
  /** When the game's row was locked, epoch ms. */
  at: number;
  versions: readonly LatestLineup[];
}

/**
 * Validates a save. Returns its result and the version to append; there is no version when the save changes nothing.
 * @throws TouchlineError GAME_NOT_EDITABLE, PLAYER_LOCKED, STALE, TOO_MANY_CHANGES, VALIDATION_FAILED (effective_gameweek)
 */
export function validateSave(
  { entry, lineup: requested, request, arrived }: LineupSave,
  { game, season, seals, at, versions }: SaveContext,
): { saved: LineupSaved; version?: Version } {
  assertEditable(game, at);
  const saved_at = Math.max(arrived, ...versions.map((version) => version.saved_at));
  const edited = findOpenGameweek(season, game, at);
  if (edited === null) throw notEditable('This gameweek is settled, so its teams can no longer be changed.');
  const gameweek = resolveGameweek(game, edited, request.effective_gameweek);
  const before = lineupsForGameweek(versions, gameweek).at(-1) ?? versions[0]!;
  const locked = findLockedPlayers(season, gameweek, entry.roster, saved_at);
  const lineup = { ...requested, ...armbandsToSave(requested.field, request, before, locked) };
  assertUnlocked(before, lineup, locked, entry.roster);
  const effective_gameweek = gameweek === edited ? null : gameweek;
  const wire = { lineup: toWireLineup(lineup), effective_gameweek, entry };
  // A lineup saved for a later gameweek is separate from the current one, even if both are equal now.
  const replacesBefore = gameweek === edited || before.effective_gameweek === gameweek;
  if (replacesBefore && isSame(before, lineup)) return { saved: { ...wire, counted: before } };
  assertNotReplaced(before, request.replaces);
  assertVersionLimit(versions, gameweek);
  const next = { ...lineup, effective_gameweek: gameweek, saved_at };
  const version = buildNextVersion(seals, entry, versions, next);
  return { saved: { ...wire, counted: version }, version };
}

/** Finds the gameweek that a lineup saved at `now` applies to; null if it is settled and accepts no lineups any more. */
export function findOpenGameweek(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
  now: number,
): number | null {
  const gameweek = findEditableGameweek(season, game, now);
  return findGameweek(season, gameweek)?.settled ? null : gameweek;
}

/** @throws TouchlineError GAME_NOT_EDITABLE */
export function assertEditable(game: StoredGame, now: number): void {
  const status = computeStatus(game, now);
  if (status === 'UPCOMING' || status === 'ACTIVE') return;
  throw notEditable('This game is over, so its teams can no longer be changed.');
}

const notEditable = (message: string) => new TouchlineError('GAME_NOT_EDITABLE', message);

/** Resolves the gameweek of a save. Only a season game can be edited ahead, and only by one gameweek. */
function resolveGameweek(game: StoredGame, edited: number, wanted: number | undefined): number {
  if (wanted === undefined || wanted === edited) return edited;
  const next = Math.min(edited + 1, game.last_gameweek);
  if (game.game_type === 'SEASON' && wanted === next) return next;
  const choice = game.game_type === 'SEASON' && next !== edited ? `${edited} or ${next}` : `${edited}`;
  throw validationError([{ path: 'effective_gameweek', message: `must be gameweek ${choice}` }]);
}

/** Converts a lineup to its API format. */
export function toWireLineup({
  formation,
  field,
  bench,
  captain_id,
  vice_captain_id,
}: Omit<StoredLineup, 'saved_at' | 'effective_gameweek'>): ApiLineup {
  return { formation, field_players: [...field], bench_players: [...bench], captain_id, vice_captain_id };
}

function isSame(before: StoredLineup, after: LegalLineup): boolean {
  return isDeepStrictEqual(toWireLineup(before), toWireLineup(after));
}

/** An edit must not undo a later save of another device. @throws TouchlineError STALE */
function assertNotReplaced(before: StoredLineup, edited: SaveLineupRequest['replaces']): void {
  if (edited === undefined || isDeepStrictEqual(toWireLineup(before), edited)) return;
  throw new TouchlineError('STALE', 'The saved lineup is not the one that you edited.');
}

/** Versions are never deleted, so without a limit one entry could fill the table. */
function assertVersionLimit(versions: readonly LatestLineup[], gameweek: number): void {
  if (countVersions(versions, gameweek) < MAX_VERSIONS) return;
  throw new TouchlineError(
    'TOO_MANY_CHANGES',
    `This lineup has been saved ${MAX_VERSIONS} times for gameweek ${gameweek}, which is the maximum.`,
  );
}

function assertUnlocked(
  before: StoredLineup,
  after: Parameters<typeof checkRollingLock>[1],
  locked: ReadonlySet<number>,
  roster: readonly { id: number; web_name: string }[],
): void {
  const lockedPlayers = checkRollingLock(before, after, locked);
  if (lockedPlayers.length === 0) return;
  const names = roster.filter(({ id }) => lockedPlayers.includes(id)).map(({ web_name }) => web_name);
  throw new TouchlineError('PLAYER_LOCKED', `Already playing or played: ${names.join(', ')}`, {
    details: lockedPlayers.map((player_id) => ({
      player_id,
      message: 'is locked until the gameweek is over',
    })),
  });
}
