import { TouchlineError } from '@touchline/api/errors';
import type { Participation, Refund } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { toInstant } from '@touchline/api/values';
import { findRefunds } from '@touchline/chain-ledger/payouts/payouts.store';
import { lineupsForGameweek } from '@touchline/rules/lineup';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/points';
import { findEditableGameweek } from '@touchline/rules/season';
import { weiToTokens } from '@touchline/rules/tokens';
import type { Database } from '@touchline/service-kit/data/database';
import type { Row } from '@touchline/standings/standings';
import { findEntry, findEntryByWallet, readEntriesByWallet } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { toWireGame } from '../games/game.ts';
import type { GamesContext } from '../games/games-context.ts';
import { readLineups, type StoredLineup } from '../lineups/lineups.store.ts';
import type { StandingsCache } from '../standings/cache.ts';
import type { GameStandings } from '../standings/cached-games.ts';
import type { FindNewEntry } from '../standings/new-entries.store.ts';

export interface TeamDeps extends Pick<GamesContext, 'db' | 'calendar' | 'now'> {
  standings: StandingsCache;
  findNewEntry: FindNewEntry;
}

/** Error for a team that does not exist or that the user may not see. */
export const teamNotFound = () => new TouchlineError('NOT_FOUND', 'This team does not exist.');

/** Reads an entry for its owner. @throws TouchlineError NOT_FOUND, also for another user's team */
export async function requireOwnEntry(db: Database, id: string, wallet: string): Promise<Entry> {
  const entry = await findEntry(db, id);
  if (entry?.wallet_address !== wallet) throw teamNotFound();
  return entry;
}

/** Builds an entry for its owner. */
export async function buildParticipation(deps: TeamDeps, entry: Entry): Promise<Participation> {
  const [standings, lineups, refunds] = await Promise.all([
    deps.standings.getForRead(entry.game_id),
    readLineups(deps.db, [entry.id]),
    findRefundsByGame(deps.db, entry.wallet_address),
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
  const [entries, refunds] = await Promise.all([
    readEntriesByWallet(db, wallet),
    findRefundsByGame(db, wallet),
  ]);
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

/** Finds a wallet's refunds by game, earliest due first. */
export async function findRefundsByGame(
  db: Database,
  wallet: string,
): Promise<ReadonlyMap<string, Refund[]>> {
  const byGame = new Map<string, Refund[]>();
  for (const { about, amount, tx_hash, ...refund } of await findRefunds(db, wallet)) {
    const wire = { ...refund, amount: weiToTokens(amount), transaction_hash: tx_hash };
    byGame.set(about, [...(byGame.get(about) ?? []), wire]);
  }
  return byGame;
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

/** Fields of an entry for its owner, without points. */
export interface OwnTeam {
  entry: Entry;
  formation: StoredLineup['formation'];
  /** The owner's refunds for this game. */
  refunds: Refund[];
}

/** Points and rank of an entry. */
type Score = Pick<Row, 'rank' | 'points' | 'gameweek_points' | 'coefficient' | 'earned'>;

/** An entry that has just joined. It has no rank until the standings contain it. */
const NEW_SCORE: Score = {
  rank: null,
  points: 0,
  gameweek_points: 0,
  coefficient: COEFFICIENT_ONE,
  earned: 0,
};

/** Finds the points and rank of an entry. An entry that the standings do not contain yet shares the rank of all without points. */
export function findScore({ ranking, summary }: GameStandings, entry: Entry): Score {
  const score = ranking.row(entry.wallet_address) ?? { ...NEW_SCORE, rank: summary.rank_without_points };
  return entry.suspended || entry.excluded ? { ...score, rank: null } : score;
}

/** Converts an entry to API form. */
export function toWireParticipation(
  { entry, formation, refunds }: OwnTeam,
  game: Game,
  score: Partial<Score>,
): Participation {
  const { rank, points, gameweek_points, coefficient, earned } = { ...NEW_SCORE, ...score };
  return {
    id: entry.id,
    game_id: entry.game_id,
    team_name: entry.team_name,
    formation,
    joined_at: toInstant(entry.joined_at),
    entry_points: entry.entry_points,
    current_points: entry.entry_points + points,
    gameweek_points,
    coefficient_applied: coefficient / COEFFICIENT_ONE,
    earned_points: earnedPoints(earned),
    rank,
    suspended: entry.suspended,
    excluded_reason: entry.excluded?.reason ?? null,
    refunds,
    roster_snapshot: entry.roster,
    game,
  };
}
