import { standingsChanged } from '@touchline/api/events/games';
import type { JoinBody } from '@touchline/api/http/entries';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { type Database, queryOne } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { log } from '../figures/log.ts';
import { ENTRY_ID } from './entry-id.ts';
import { encodeLineup, storeRosters } from './stored-teams.ts';

type Football = Pick<Bootstrap, 'players' | 'teams'>;

/** Number of different teams, assigned to entries in turn. */
const TEAMS = 500;
/** Entries per transaction. */
const BATCH = 100_000;

/**
 * Adds entries with valid teams directly to the database, as if wallets had just joined the game. The games service notices them
 * as it notices entries that another replica added.
 * @param db the schema of the games service on a single connection without a statement timeout
 * @param signal cancels the work between two transactions
 */
export async function insertEntries(
  db: Database,
  gameId: string,
  entries: number,
  football: Football,
  signal?: AbortSignal,
): Promise<void> {
  await createTeams(db, football);
  await db.raw('set synchronous_commit = off');
  for (let added = 0; added < entries; added += BATCH) {
    signal?.throwIfAborted();
    await addBatch(db, gameId, Math.min(BATCH, entries - added));
    log(`${Math.min(added + BATCH, entries).toLocaleString('en')} entries`);
  }
  await db.raw('drop table bulk_teams');
  await db.raw('analyze entries, games');
}

async function createTeams(db: Database, football: Football): Promise<void> {
  const byId = new Map(football.players.map((player) => [player.id, player]));
  const clubCodes = new Map(football.teams.map(({ id, code }) => [id, code]));
  const rosterPlayer = (playerId: number) => {
    const { id, code, name, web_name, team, position, price } = byId.get(playerId)!;
    return { id, code, name, web_name, team, team_code: clubCodes.get(team) ?? 0, position, price };
  };
  const teams = Array.from({ length: TEAMS }, () => randomTeam(football, 'Team') as Required<JoinBody>);
  const rosters = await storeRosters(
    db,
    teams.map((team) => team.roster.map(rosterPlayer)),
  );
  const rows = teams.map((team, n) => ({
    n,
    lineup: encodeLineup({
      formation: team.formation,
      field: team.field_players,
      bench: team.bench_players,
      bench_positions: team.bench_players.map((id) => byId.get(id)!.position),
      captain_id: team.captain_id!,
      vice_captain_id: team.vice_captain_id!,
    }),
    points: team.field_players.reduce((sum, id) => sum + byId.get(id)!.total_points, 0),
    roster_numbers: rosters[n]!,
  }));
  await db.raw(
    'create unlogged table bulk_teams (n integer primary key, lineup bytea, points integer, roster_numbers bytea)',
  );
  await db.batchInsert('bulk_teams', rows, 500);
}

async function addBatch(db: Database, game: string, count: number): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await queryOne<{ participants: number; version: number; gameweek: number }>(
      trx,
      'select participants, version, first_gameweek as gameweek from games where id = ? for update',
      [game],
    );
    const bindings = { game, count, ...before!, teams: TEAMS };
    await trx.raw(
      `insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest,
         first_version, first_gameweek, first_lineup, first_commitment)
       select ${ENTRY_ID}, cast(:game as uuid), g, decode(md5('wallet ' || g) || left(md5('end ' || g), 8), 'hex'),
         (array['Red', 'Blue', 'Old', 'New', 'Real', 'United', 'Dynamo'])[1 + g % 7] || ' Team ' || g, points, now(),
         roster_numbers, substr(sha256('bench'), 1, 6), cast(:version as integer) + g - cast(:participants as integer),
         cast(:gameweek as integer), lineup, sha256(int4send(g))
       from generate_series(cast(:participants as integer) + 1, cast(:participants as integer) + cast(:count as integer)) as g join bulk_teams on n = g % cast(:teams as integer)`,
      bindings,
    );
    await trx.raw(
      'update games set participants = participants + :count, version = version + :count where id = :game',
      bindings,
    );
    await writeOutbox(trx, standingsChanged, { game_id: game, gameweek: null });
  });
}
