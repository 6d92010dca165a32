import { type Database, query } from '@touchline/service-kit/data/database';
import { packIntegers, packTimes, queryBytes } from '@touchline/service-kit/data/query-bytes';
import {
  type CoefficientChange,
  ENTRY_NUMBERS,
  type EntryBatch,
  type EntryEdit,
  type LineupBatch,
  type SettledBatch,
} from '@touchline/standings/standings';

/**
 * Rows per batch. Postgres packs each column of a batch into one value, because rows as objects cost far more time and garbage.
 * Batches are small enough not to delay other requests while one is unpacked.
 */
const BATCH_SIZE = 5_000;
/** Entries per result row: up to 64 kB with their lineups. */
const ROW_SIZE = 500;
const [BYTES_PER_ID, BYTES_PER_INTEGER] = [16, 4];

const pack = (column: string) => `string_agg(${column}, '')`;

const ENTRY_COLUMNS: Readonly<Record<keyof EntryBatch, string>> = {
  id: pack('uuid_send(id)'),
  wallet: pack('wallet'),
  team_name: 'string_agg(team_name, chr(10))',
  joined_at: packTimes('joined_at'),
  effective_gameweek: packIntegers('first_gameweek'),
  lineup: pack('first_lineup'),
  ...(Object.fromEntries(ENTRY_NUMBERS.map((name) => [name, packIntegers(name)])) as Record<
    (typeof ENTRY_NUMBERS)[number],
    string
  >),
};

/** Reads the entries after an ordinal with their first lineups. Ordinals have no gaps. */
export async function* readEntries(
  db: Database,
  gameId: string,
  ordinal: number,
): AsyncGenerator<EntryBatch[]> {
  for (let after = ordinal; ; after += BATCH_SIZE) {
    const batches = await queryBytes(
      db,
      ENTRY_COLUMNS,
      (columns) => `select batch.*
        from generate_series($2::int, $2::int + ${BATCH_SIZE - ROW_SIZE}, ${ROW_SIZE}) as start
          cross join lateral (select ${columns} from (select * from entries
            where game_id = $1 and ordinal > start and ordinal <= start + ${ROW_SIZE} order by ordinal) as entry) as batch
        order by start`,
      [gameId, after],
    );
    yield batches.filter(({ id }) => id.length > 0);
    // Entries that join in the meantime follow the last one that was read.
    const count = batches.reduce((sum, { id }) => sum + id.length / BYTES_PER_ID, 0);
    if (count < BATCH_SIZE) return;
  }
}

const LINEUP_COLUMNS: Readonly<Record<keyof LineupBatch, string>> = {
  ordinal: packIntegers('ordinal'),
  effective_gameweek: packIntegers('effective_gameweek'),
  saved_at: packTimes('saved_at'),
  lineup: pack('lineup'),
};

/** Reads the later lineups saved after one version of the game and up to another. A version has at most one lineup. */
export async function* readLaterLineups(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): AsyncGenerator<LineupBatch> {
  for (let after = from; after < to; after += BATCH_SIZE) {
    const [batch] = await queryBytes(
      db,
      LINEUP_COLUMNS,
      (
        columns,
      ) => `select ${columns} from (select ordinal, effective_gameweek, saved_at, lineup from later_lineups
        where game_id = $1 and game_version > $2 and game_version <= $3 order by game_version) as batch`,
      [gameId, after, Math.min(to, after + BATCH_SIZE)],
    );
    if (batch!.ordinal.length > 0) yield batch!;
  }
}

const SETTLED_COLUMNS: Readonly<Record<keyof SettledBatch, string>> = {
  ordinal: packIntegers('ordinal'),
  points: packIntegers('points'),
  earned: packIntegers('earned'),
};

/** Reads the points of every entry in a settled gameweek; the last batch may be empty. */
export async function* readSettledPoints(
  db: Database,
  gameId: string,
  gameweek: number,
): AsyncGenerator<SettledBatch> {
  for (let after = 0; ; ) {
    const [batch] = await queryBytes(
      db,
      SETTLED_COLUMNS,
      (columns) => `select ${columns} from (select ordinal, points, earned from entry_gameweeks
        where game_id = $1 and gameweek = $2 and ordinal > $3 order by ordinal limit ${BATCH_SIZE}) as batch`,
      [gameId, gameweek, after],
    );
    const { ordinal } = batch!;
    yield batch!;
    if (ordinal.length < BATCH_SIZE * BYTES_PER_INTEGER) return;
    after = ordinal.readInt32BE(ordinal.length - BYTES_PER_INTEGER);
  }
}

/** Reads one batch ahead of its consumer. */
export async function* readAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = batches.next(); ; ) {
    const { value, done } = await next;
    if (done) return;
    next = batches.next();
    next.catch(() => {}); // A failure surfaces when the batch is awaited.
    yield value;
  }
}

/** Reads the changes of administrators and owners to the first `count` entries after a version of the game. */
export function readEdits(
  db: Database,
  gameId: string,
  count: number,
  version: number,
): Promise<EntryEdit[]> {
  return query(
    db,
    `select ordinal, team_name, ${ENTRY_NUMBERS.join()} from entries
     where game_id = ? and ordinal <= ? and edited_version > ?`,
    [gameId, count, version],
  );
}

/** Reads the histories of all wallets that have ever staked, in batches. */
export async function* readStakers(db: Database): AsyncGenerator<CoefficientChange[]> {
  for (let after = ''; ; ) {
    const rows = await query<CoefficientChange>(
      db,
      `select wallet_address as wallet, steps from wallet_coefficients
       where wallet_address > ? and jsonb_array_length(steps) > 0 order by wallet_address limit ${BATCH_SIZE}`,
      [after],
    );
    yield rows;
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)!.wallet;
  }
}

/** Joins by the wallet's text, so that a few entries find their histories by index. */
const STAKED = `select wallet_address as wallet, steps from entries join wallet_coefficients as c using (wallet_address)`;

/** Reads the coefficient histories of the entries after an ordinal; only wallets that have ever staked have one. */
export function readCoefficientsAfter(
  db: Database,
  gameId: string,
  ordinal: number,
): Promise<CoefficientChange[]> {
  return query(db, `${STAKED} where game_id = ? and ordinal > ?`, [gameId, ordinal]);
}

/** Reads the histories that changed after one version of the game and up to another. */
export function readCoefficientChanges(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): Promise<CoefficientChange[]> {
  return query(
    db,
    `${STAKED} where game_id = :gameId and ordinal in (select ordinal from coefficient_changes
       where game_id = :gameId and game_version > :from and game_version <= :to)`,
    { gameId, from, to },
  );
}

/** Reads the gameweeks that were settled after one version of the game and up to another. */
export async function readSettledGameweeks(
  db: Database,
  gameId: string,
  from: number,
  to: number,
): Promise<number[]> {
  const rows = await query<{ gameweek: number }>(
    db,
    `select gameweek from settled_gameweeks where game_id = ? and game_version > ? and game_version <= ?
     order by gameweek`,
    [gameId, from, to],
  );
  return rows.map(({ gameweek }) => gameweek);
}

/** Reads the ordinals of suspended and excluded entries among the first `count`. */
export async function readUnrankedOrdinals(db: Database, gameId: string, count: number): Promise<number[]> {
  const rows = await query<{ ordinal: number }>(
    db,
    'select ordinal from entries where game_id = ? and ordinal <= ? and (suspended_at is not null or excluded_at is not null)',
    [gameId, count],
  );
  return rows.map(({ ordinal }) => ordinal);
}
