import { TouchlineError } from '@touchline/api/errors';
import type { Participation, ParticipationDetails, Refund } from '@touchline/api/http/entries';
import type { Calendar } from '@touchline/rules/calendar';
import { lineupsForGameweek } from '@touchline/rules/lineup-versions';
import { findEditableGameweek } from '@touchline/rules/season';
import type { Database } from '@touchline/service-kit/data/database';
import {
  findEntryByWallet,
  findOwnEntry,
  readEntriesByWallet,
  readSettledGameweeks,
} from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { toWireGame } from '../games/game.ts';
import { readLineups, type StoredLineup } from '../lineups/lineups.store.ts';
import type { StandingsCache } from '../standings/cache.ts';
import type { GameStandings } from '../standings/game-standings.ts';
import type { FindNewEntry } from '../standings/new-entries.store.ts';
import { buildDetails, findShownGameweek, findStartedGameweeks } from './details.ts';
import { findScore, toWireParticipation } from './participation.ts';
import { findExplainLines, findRefunds } from './teams.store.ts';

export interface TeamDeps {
  db: Database;
  standings: StandingsCache;
  findNewEntry: FindNewEntry;
  calendar: Calendar;
  now: () => number;
}

/** Builds an entry for its owner. */
export async function buildParticipation(deps: TeamDeps, entry: Entry): Promise<Participation> {
  const [standings, lineups, refunds] = await Promise.all([
    deps.standings.getForRead(entry.game_id),
    readLineups(deps.db, [entry.id]),
    findRefunds(deps.db, entry.wallet_address),
  ]);
  return buildSummary(deps, { entry, lineups, refunds }, standings);
}

/**
 * Finds a wallet's entry in a game.
 * @throws TouchlineError NOT_FOUND
 */
export async function findParticipation(
  deps: TeamDeps,
  gameId: string,
  wallet: string,
): Promise<Participation> {
  const entry = await findEntryByWallet(deps.db, gameId, wallet);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'You have not joined this game.');
  return buildParticipation(deps, entry);
}

/** Finds all entries of a wallet, latest first. */
export async function findParticipations(deps: TeamDeps, wallet: string): Promise<Participation[]> {
  const { db, standings } = deps;
  const [entries, refunds] = await Promise.all([readEntriesByWallet(db, wallet), findRefunds(db, wallet)]);
  const lineups = await readLineups(
    db,
    entries.map(({ id }) => id),
  );
  return Promise.all(
    entries.map(async (entry) =>
      buildSummary(deps, { entry, lineups, refunds }, await standings.getForRead(entry.game_id)),
    ),
  );
}

/**
 * Finds a wallet's team in detail.
 * @throws TouchlineError NOT_FOUND, also for another user's team
 */
export async function findDetails(
  { db, standings: cache, calendar, now }: TeamDeps,
  id: string,
  wallet: string,
): Promise<ParticipationDetails> {
  const entry = await findOwnEntry(db, id, wallet);
  if (!entry) throw new TouchlineError('NOT_FOUND', 'This team does not exist.');
  const standings = await cache.getForRead(entry.game_id);
  const at = now();
  const gameweeks = findStartedGameweeks(standings, at).map((gameweek) => gameweek.id);
  const [lineups, settled, explain, refunds] = await Promise.all([
    readLineups(db, [entry.id]),
    readSettledGameweeks(db, entry.game_id, entry.ordinal, gameweeks),
    findExplainLines(
      db,
      standings.season.id,
      findShownGameweek(standings)?.id ?? 0,
      entry.roster.map((player) => player.id),
    ),
    findRefunds(db, wallet),
  ]);
  return buildDetails({
    entry,
    lineups: lineups.get(entry.id)!,
    standings,
    settled,
    explain,
    refunds: refunds.get(entry.game_id) ?? [],
    now: at,
    calendar,
  });
}

/** Builds an entry with the formation of its current lineup. */
function buildSummary({ now, calendar }: TeamDeps, own: OwnEntry, standings: GameStandings): Participation {
  const { entry } = own;
  const at = now();
  const lineups = own.lineups.get(entry.id)!;
  const edited = findEditableGameweek(standings.season, standings.game, at);
  const { formation } = lineupsForGameweek(lineups, edited).at(-1) ?? lineups[0]!;
  const refunds = own.refunds.get(entry.game_id) ?? [];
  const game = toWireGame(standings.game, at, calendar);
  return toWireParticipation({ entry, formation, refunds }, game, findScore(standings, entry));
}

/** An entry with the lineups and refunds of all its owner's entries. */
interface OwnEntry {
  entry: Entry;
  lineups: ReadonlyMap<string, StoredLineup[]>;
  refunds: ReadonlyMap<string, Refund[]>;
}
