import { standingsChanged } from '@touchline/api/events/games';
import { FORMATIONS } from '@touchline/rules/formations';
import { type Database, queryOne } from '@touchline/service-kit/data/database';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { log } from '../figures/log.ts';
import { readFootballData } from './football.ts';
import { encodeLineup, storeRosters } from './stored-teams.ts';

/** Number of different teams, assigned to entries in turn. */
const TEAMS = 500;
/** Entries per transaction. */
const BATCH = 100_000;

/** SQL expression for the id of entry `g`. Like real ids it starts with the time, so new rows are appended to the id index. */
const ENTRY_ID = `cast(lpad(to_hex(cast(extract(epoch from clock_timestamp()) * 1000 as bigint)), 12, '0')
  || '7' || substr(md5('id ' || g), 1, 3) || '8' || substr(md5('id ' || g), 4, 15) as uuid)`;

/** SQL expression for a lineup with varying captain and vice-captain. */
const LINEUP = `substr(lineup, 1, 30) || substr(lineup, 2 * (g % 5) + 1, 2) || substr(lineup, 2 * (5 + g % 6) + 1, 2)
  || substr(lineup, 35)`;

/**
 * Adds entries directly to the database, as if wallets had joined the game. A running games service notices them as it notices
 * entries that another replica added.
 * @param db the schema of the games service without a statement timeout
 * @param options joined: now by default; signal: cancels the work between two transactions
 */
export async function insertEntries(
  db: Database,
  gameId: string,
  entries: number,
  { joined = new Date(), signal }: { joined?: Date; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  await createTeams(db);
  for (let added = 0; added < entries; added += BATCH) {
    signal?.throwIfAborted();
    await addBatch(db, { game: gameId, count: Math.min(BATCH, entries - added), joined });
    log(`${Math.min(added + BATCH, entries).toLocaleString('en')} entries`);
  }
  await db.raw('drop table bench_teams');
  await db.raw('analyze entries, games');
}

/** Creates teams of all formations; clubs and prices do not matter. */
async function createTeams(db: Database): Promise<void> {
  const { players, teams: clubs } = await readFootballData(db);
  const clubCodes = new Map(clubs.map(({ id, code }) => [id, code]));
  const teams = Array.from({ length: TEAMS }, (_, n) => {
    const { name, defenders, midfielders, forwards } = FORMATIONS[n % FORMATIONS.length]!;
    const pick = (position: number, count: number) => {
      const all = players.filter((player) => player.position === position);
      return Array.from({ length: count }, (_, place) => all[(n * 7 + place * 3) % all.length]!);
    };
    const lines = [pick(1, 2), pick(2, 5), pick(3, 5), pick(4, 3)];
    const starters = [1, defenders, midfielders, forwards];
    const field = lines.flatMap((line, index) => line.slice(0, starters[index]));
    const bench = lines.flatMap((line, index) => line.slice(starters[index]));
    const lineup = encodeLineup({
      formation: name,
      field: field.map(({ id }) => id),
      bench: bench.map(({ id }) => id),
      bench_positions: bench.map(({ position }) => position),
      captain_id: field[0]!.id,
      vice_captain_id: field[5]!.id,
    });
    const roster = [...field, ...bench].map(({ id, code, name, web_name, team, position, price }) => {
      return { id, code, name, web_name, team, team_code: clubCodes.get(team) ?? 0, position, price };
    });
    return { row: { n, lineup, points: field.reduce((sum, each) => sum + each.total_points, 0) }, roster };
  });
  const rosters = await storeRosters(
    db,
    teams.map(({ roster }) => roster),
  );
  await db.raw(
    'create unlogged table bench_teams (n integer primary key, lineup bytea, points integer, roster_numbers bytea)',
  );
  await db('bench_teams').insert(teams.map(({ row }, n) => ({ ...row, roster_numbers: rosters[n]! })));
}

async function addBatch(db: Database, added: { game: string; count: number; joined: Date }): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local synchronous_commit = off');
    const before = await queryOne<{ participants: number; version: number; gameweek: number }>(
      trx,
      'select participants, version, first_gameweek as gameweek from games where id = ? for update',
      [added.game],
    );
    const bindings = { ...added, ...before!, teams: TEAMS };
    await trx.raw(
      `insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest,
         first_version, first_gameweek, first_lineup, first_commitment)
       select ${ENTRY_ID}, cast(:game as uuid), g, decode(md5('wallet ' || g) || left(md5('end ' || g), 8), 'hex'),
         (array['Red', 'Blue', 'Old', 'New', 'Real', 'United', 'Dynamo'])[1 + g % 7] || ' Team ' || g, points + g * 7 % 400,
         cast(:joined as timestamptz), roster_numbers, substr(sha256('bench'), 1, 6),
         cast(:version as integer) + g - cast(:participants as integer), cast(:gameweek as integer), ${LINEUP}, sha256(int4send(g))
       from generate_series(cast(:participants as integer) + 1, cast(:participants as integer) + cast(:count as integer)) as g
         join bench_teams on n = g % cast(:teams as integer)`,
      bindings,
    );
    await trx.raw(
      'update games set participants = participants + :count, version = version + :count where id = :game',
      bindings,
    );
    await writeOutbox(trx, standingsChanged, { game_id: added.game, gameweek: null });
  });
}
