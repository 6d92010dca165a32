import { standingsChanged } from '@touchline/api/events/games';
import type { JoinBody } from '@touchline/api/http/entries';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/platform/clients/random-team';
import { type Database, queryOne } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';

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
export async function addCrowd(
  db: Database,
  gameId: string,
  entries: number,
  football: Football,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  await makeTeams(db, football);
  await db.raw('set synchronous_commit = off');
  for (let added = 0; added < entries; added += BATCH) {
    signal?.throwIfAborted();
    await addBatch(db, gameId, Math.min(BATCH, entries - added));
    say(`${Math.min(added + BATCH, entries).toLocaleString('en')} entries`);
  }
  await db.raw('drop table crowd_teams');
  await db.raw('analyze entries, lineups, games');
}

async function makeTeams(db: Database, football: Football): Promise<void> {
  const byId = new Map(football.players.map((player) => [player.id, player]));
  const clubCodes = new Map(football.teams.map(({ id, code }) => [id, code]));
  const rosterPlayer = (playerId: number) => {
    const { id, code, name, web_name, team, position, price } = byId.get(playerId)!;
    return { id, code, name, web_name, team, team_code: clubCodes.get(team) ?? 0, position, price };
  };
  const rows = Array.from({ length: TEAMS }, (_, n) => {
    const team = randomTeam(football, 'Crowd') as Required<JoinBody>;
    return {
      n,
      formation: team.formation,
      field: team.field_players,
      bench: team.bench_players,
      bench_positions: team.bench_players.map((id) => byId.get(id)!.position),
      captain: team.captain_id,
      vice: team.vice_captain_id,
      points: team.field_players.reduce((sum, id) => sum + byId.get(id)!.total_points, 0),
      roster: JSON.stringify(team.roster.map(rosterPlayer)),
    };
  });
  await db.raw(
    `create unlogged table crowd_teams (n integer primary key, formation text, field integer[], bench integer[],
       bench_positions integer[], captain integer, vice integer, points integer, roster jsonb)`,
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
      `insert into entries (id, game_id, ordinal, wallet_address, team_name, entry_points, joined_at, roster, join_digest)
       select gen_random_uuid(), cast(:game as uuid), g, '0x' || md5('wallet ' || g) || left(md5('end ' || g), 8),
         (array['Red', 'Blue', 'Old', 'New', 'Real', 'United', 'Dynamo'])[1 + g % 7] || ' Team ' || g, points, now(),
         roster, 'crowd'
       from generate_series(cast(:participants as integer) + 1, cast(:participants as integer) + cast(:count as integer)) as g join crowd_teams on n = g % cast(:teams as integer)`,
      given,
    );
    await trx.raw(
      `insert into lineups (game_id, game_version, entry_id, ordinal, effective_gameweek, saved_at, formation, field,
         bench, bench_positions, captain_id, vice_captain_id)
       select game_id, cast(:version as integer) + ordinal - cast(:participants as integer), id, ordinal, cast(:gameweek as integer), joined_at, formation, field, bench,
         bench_positions, captain, vice
       from entries join crowd_teams on n = ordinal % cast(:teams as integer) where game_id = :game and ordinal > :participants`,
      given,
    );
    await trx.raw(
      'update games set participants = participants + :count, version = version + :count where id = :game',
      given,
    );
    await writeOutbox(trx, standingsChanged, { game_id: game, gameweek: null });
  });
}
