import { standingsChanged } from '@touchline/api/events/games';
import { findGameweek, findLatestGameweek, hasStarted, type Season } from '@touchline/rules/season';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { validateLineup } from '../entries/team.ts';
import type { StoredGame } from '../games/game.ts';
import { type Outcome, toOutcome } from '../games/game-writes.ts';
import { raiseVersion } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { insertLineups, type LatestLineup, readLatestLineups } from '../lineups/lineups.store.ts';
import { requireOwnEntry } from './participations.ts';
import type { BatchPlace } from './receipts.ts';
import {
  type LineupSave,
  type LineupSaved,
  type SaveLineupRequest,
  type Version,
  validateSave,
} from './validate-save.ts';

/**
 * Saves a new version of a lineup for the current gameweek, or from the following gameweek on. A lineup that changes nothing
 * gets the same response, but is neither stored nor published.
 * @throws TouchlineError NOT_FOUND (also for another user's team), GAME_NOT_EDITABLE, LINEUP_INVALID, PLAYER_LOCKED,
 * STALE, TOO_MANY_CHANGES, VALIDATION_FAILED (effective_gameweek)
 */
export type SaveLineup = (
  entryId: string,
  wallet: string,
  request: SaveLineupRequest,
) => Promise<SavedLineup>;

/** Result of a save; `signed` is absent if an earlier version counts. */
export type SavedLineup = LineupSaved & { signed?: BatchPlace };

/** Longest time for which the read of the entry counts towards the time of a save. */
const MAX_READ_MS = 5_000;

type SaveContext = Pick<GamesContext, 'db' | 'writes' | 'seasons' | 'seals' | 'now'>;

/** Creates the function that saves lineups. Concurrent saves for the same game share a transaction. */
export function createLineupSaves(context: SaveContext): SaveLineup {
  const save = context.writes.batched<LineupSave, SavedLineup>((trx, game, saves) =>
    saveTogether(context, trx, game, saves),
  );
  return async (entryId, wallet, request) => {
    const arrived = context.now();
    const since = performance.now();
    const entry = await requireOwnEntry(context.db, entryId, wallet);
    const lineup = validateLineup(request, entry.roster);
    // With the longest wait of `GameWrites`, no save is stored more than 25 s after its time: lock roots rely on it.
    const late = Math.max(0, performance.now() - since - MAX_READ_MS);
    return save(entry.game_id, { entry, lineup, request, arrived: arrived + late });
  };
}

/** Saves lineups of one game in the order in which their requests arrived. One event publishes all changes. */
async function saveTogether(
  { seasons, seals, now }: SaveContext,
  trx: Knex.Transaction,
  game: StoredGame,
  saves: readonly LineupSave[],
): Promise<Outcome<SavedLineup>[]> {
  const season = await seasons.get(game.season);
  const latest = await readLatestLineups(
    trx,
    saves.map(({ entry }) => entry.id),
  );
  const at = now();
  const added: Version[] = [];
  const outcomes = new Map<LineupSave, Outcome<LineupSaved>>();
  for (const save of [...saves].sort((a, b) => a.arrived - b.arrived)) {
    const versions = latest.get(save.entry.id)!;
    const outcome = toOutcome(() => validateSave(save, { game, season, seals, at, versions }));
    outcomes.set(save, 'error' in outcome ? outcome : { value: outcome.value.saved });
    if ('error' in outcome || !outcome.value.version) continue;
    added.push(outcome.value.version);
    latest.set(save.entry.id, replaceLatest(versions, outcome.value.version));
  }
  if (added.length === 0) return saves.map((save) => outcomes.get(save)!);
  await appendVersions(trx, { season, game, at }, added);
  const batch = seals.signBatch(added.map(({ commitment }) => commitment));
  const indexes = new Map<LatestLineup, number>(added.map((version, index) => [version, index]));
  return saves.map((save) => {
    const outcome = outcomes.get(save)!;
    const index = 'error' in outcome ? undefined : indexes.get(outcome.value.counted);
    if ('error' in outcome || index === undefined) return outcome;
    return { value: { ...outcome.value, signed: { batch, index } } };
  });
}

async function appendVersions(
  trx: Knex.Transaction,
  { season, game, at }: { season: Season; game: StoredGame; at: number },
  added: readonly Version[],
): Promise<void> {
  const { version } = await raiseVersion(trx, game.id, added.length);
  const before = version - added.length;
  await insertLineups(
    trx,
    added.map((lineup, index) => ({ ...lineup, game_version: before + index + 1 })),
  );
  // Before the first kick-off of its gameweek, a lineup is sealed and changes no response. An event would reveal when it was saved. A
  // save may have waited for the game until after the kick-off.
  const isSealed = ({ effective_gameweek: id }: Version) => !hasStarted(findGameweek(season, id)!, at);
  if (added.every(isSealed)) return;
  const gameweek = findLatestGameweek(season, game, at)?.id ?? null;
  await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek });
}

/** Replaces the latest version of a gameweek, in the order of the gameweeks. */
function replaceLatest(latest: readonly LatestLineup[], version: Version): LatestLineup[] {
  const others = latest.filter((each) => each.effective_gameweek !== version.effective_gameweek);
  return [...others, version].sort((a, b) => a.effective_gameweek - b.effective_gameweek);
}
