import { standingsChanged } from '@touchline/api/events/games';
import type { JoinBody } from '@touchline/api/http/entries';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { numberRosters } from '@touchline/games/entries/rosters.store';
import { packLineup } from '@touchline/games/lineups/lineup-bytes';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { type Database, queryOne } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import { ENTRY_ID } from './entry-id.ts';

type Football = Pick<Bootstrap, 'players' | 'teams'>;

/** Different teams; entries take them in turn. */
const TEAMS = 500;
/** Entries per transaction. */
const BATCH = 100_000;

/**
 * Adds entries of legal teams to a game behind its service's back, as if wallets had joined just now. The service learns it
 * as it would from another replica.
 * @param db the games service's schema on one connection, without a limit on the time of a statement
 * @param signal ends it between two transactions
 */
export async function insertEntries(
  db: Database,
  gameId: string,
  entries: number,
  football: Football,
  log: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  await makeTeams(db, football);
  await db.raw('set synchronous_commit = off');
  for (let added = 0; added < entries; added += BATCH) {
    signal?.throwIfAborted();
    await addBatch(db, gameId, Math.min(BATCH, entries - added));
    log(`${Math.min(added + BATCH, entries).toLocaleString('en')} entries`);
  }
  await db.raw('drop table crowd_teams');
  await db.raw('analyze entries, games');
}

async function makeTeams(db: Database, football: Football): Promise<void> {
  const byId = new Map(football.players.map((player) => [player.id, player]));
  const clubCodes = new Map(football.teams.map(({ id, code }) => [id, code]));
  const rosterPlayer = (playerId: number) => {
    const { id, code, name, web_name, team, position, price } = byId.get(playerId)!;
    return { id, code, name, web_name, team, team_code: clubCodes.get(team) ?? 0, position, price };
  };
  const teams = Array.from({ length: TEAMS }, () => randomTeam(football, 'Crowd') as Required<JoinBody>);
  const rosters = await db.transaction((trx) =>
    numberRosters(
      trx,
      teams.map((team) => team.roster.map(rosterPlayer)),
    ),
  );
  const rows = teams.map((team, n) => ({
    n,
    lineup: packLineup({
      formation: team.formation,
      field: team.field_players,
      bench: team.bench_players,
      bench_positions: team.bench_players.map((id) => byId.get(id)!.position),
      captain_id: team.captain_id!,
      vice_captain_id: team.vice_captain_id!,
    }),
    points: team.field_players.reduce((sum, id) => sum + byId.get(id)!.total_points, 0),
    roster_numbers: Buffer.from(rosters[n]!, 'hex'),
  }));
  await db.raw(
    'create unlogged table crowd_teams (n integer primary key, lineup bytea, points integer, roster_numbers bytea)',
  );
  await db.batchInsert('crowd_teams', rows, 500);
}

async function addBatch(db: Database, game: string, count: number): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await queryOne<{ participants: number; version: number; gameweek: number }>(
      trx,
      'select participants, version, first_gameweek as gameweek from games where id = ? for update',
      [game],
    );
    const given = { game, count, ...before!, teams: TEAMS };
    await trx.raw(
      `insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest,
         first_version, first_gameweek, first_lineup)
       select ${ENTRY_ID}, cast(:game as uuid), g, decode(md5('wallet ' || g) || left(md5('end ' || g), 8), 'hex'),
         (array['Red', 'Blue', 'Old', 'New', 'Real', 'United', 'Dynamo'])[1 + g % 7] || ' Team ' || g, points, now(),
         roster_numbers, substr(sha256('crowd'), 1, 6), cast(:version as integer) + g - cast(:participants as integer),
         cast(:gameweek as integer), lineup
       from generate_series(cast(:participants as integer) + 1, cast(:participants as integer) + cast(:count as integer)) as g join crowd_teams on n = g % cast(:teams as integer)`,
      given,
    );
    await trx.raw(
      'update games set participants = participants + :count, version = version + :count where id = :game',
      given,
    );
    await writeOutbox(trx, standingsChanged, { game_id: game, gameweek: null });
  });
}
