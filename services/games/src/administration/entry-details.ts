import { TouchlineError } from '@touchline/api/errors';
import type { AdminParticipationDetails } from '@touchline/api/http/admin-entries';
import { toInstant } from '@touchline/api/values';
import { lineupsForGameweek } from '@touchline/rules/lineup';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/points';
import { findEditableGameweek } from '@touchline/rules/season';
import { type Database, queryOne } from '@touchline/service-kit/data/database';
import {
  findClearedPoints,
  findLatestAdjustments,
  type NewAdjustment,
} from '../adjustments/adjustments.store.ts';
import { findEntry } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { readLatestLineups, type StoredLineup } from '../lineups/lineups.store.ts';
import type { GameStandings } from '../standings/cached-games.ts';
import { showOpenLineup } from './open-lineup.ts';

const MAX_ADJUSTMENTS = 50;

/** Reads an entry. @throws TouchlineError NOT_FOUND */
export async function getEntry(db: Database, id: string): Promise<Entry> {
  const entry = await findEntry(db, id);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'This participation does not exist.');
  return entry;
}

/**
 * Reads the version for optimistic locking: `edits.lineups.points`, with the points since joining. Only a change that replaces the
 * points depends on them, because they change without an edit.
 */
export async function readEntryVersion(
  db: Database,
  { id, edits, wallet_address }: Pick<Entry, 'id' | 'edits' | 'wallet_address'>,
  standings: GameStandings,
): Promise<string> {
  const latest = await queryOne<{ version: number }>(
    db,
    'select max(game_version) as version from lineup_versions where entry_id = ?',
    [id],
  );
  return `${edits}.${latest!.version}.${standings.ranking.row(wallet_address)?.points ?? 0}`;
}

/** Returns the part of a version that does not change with the points. */
export const withoutPoints = (version: string): string => version.replace(/\.-?\d+$/, '');

/**
 * Builds the admin view of an entry from its stored row and the standings.
 * @param isRevealed whether the sealed lineup of the running or next gameweek is shown; it must have been recorded
 */
export async function buildEntryDetails(
  db: Database,
  entry: Entry,
  standings: GameStandings,
  { now, isRevealed = false }: { now: number; isRevealed?: boolean },
): Promise<AdminParticipationDetails> {
  const [version, latest, adjustments, cleared] = await Promise.all([
    readEntryVersion(db, entry, standings),
    readLatestLineups(db, [entry.id]),
    findLatestAdjustments(db, entry.game_id, entry.ordinal, MAX_ADJUSTMENTS),
    findClearedPoints(db, entry),
  ]);
  const { game } = standings;
  const lineups = latest.get(entry.id)!;
  const values = getEntryValues(standings, entry);
  return {
    id: entry.id,
    wallet_address: entry.wallet_address,
    team_name: entry.team_name,
    game_name: game.name,
    game_type: game.game_type,
    ...(isRevealed
      ? revealLineup(standings, entry, lineups)
      : showShownLineup(standings, entry, lineups, now)),
    entry_points: values.entry_points,
    current_points: values.current_points,
    coefficient_applied: values.coefficient_applied / COEFFICIENT_ONE,
    earned_points: earnedPoints(values.earned_points),
    version,
    game_id: entry.game_id,
    joined_at: toInstant(entry.joined_at),
    rank: standings.ranking.row(entry.wallet_address)?.rank ?? null,
    suspended: entry.suspended,
    excluded: entry.excluded && { ...entry.excluded, at: toInstant(entry.excluded.at) },
    cleared_points: cleared / COEFFICIENT_ONE,
    adjustments: adjustments.map(toWireAdjustment),
  };
}

/** Shows the open part of the lineup of the running or last gameweek. */
function showShownLineup(
  standings: GameStandings,
  entry: Entry,
  lineups: readonly StoredLineup[],
  now: number,
) {
  const shown = lineupsForGameweek(lineups, standings.summary.gameweek ?? 0).at(-1) ?? lineups[0]!;
  return showOpenLineup(standings, shown, entry.roster, now);
}

function revealLineup(standings: GameStandings, entry: Entry, lineups: readonly StoredLineup[]) {
  const { formation, captain_id, vice_captain_id } = findCurrentLineup(standings, lineups);
  return { formation, captain_id, vice_captain_id, players_snapshot: entry.roster, sealed_players: 0 };
}

/** Finds the lineup of the running or next gameweek; the first lineup when none counts yet. */
export function findCurrentLineup<L extends StoredLineup>(
  standings: GameStandings,
  lineups: readonly L[],
): L {
  const edited = findEditableGameweek(standings.season, standings.game, standings.summary.computed_at);
  return (lineupsForGameweek(lineups, edited).at(-1) as L | undefined) ?? lineups[0]!;
}

/** Returns points, with the coefficient and earned points in thousandths. */
export function getEntryValues(
  standings: GameStandings,
  { wallet_address, entry_points }: Pick<Entry, 'wallet_address' | 'entry_points'>,
) {
  const row = standings.ranking.row(wallet_address);
  return {
    entry_points,
    current_points: entry_points + (row?.points ?? 0),
    coefficient_applied: row?.coefficient ?? COEFFICIENT_ONE,
    earned_points: row?.earned ?? 0,
  };
}

function toWireAdjustment({ at, field, delta, value_before, value_after, admin, reason }: NewAdjustment) {
  const unit = field === 'coefficient_applied' || field === 'earned_points' ? COEFFICIENT_ONE : 1;
  return {
    at: toInstant(at),
    field,
    admin,
    reason,
    delta: delta / unit,
    before: value_before / unit,
    after: value_after / unit,
  };
}
