import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, query, queryOne, walletBytesSql } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Ordinals per row. */
const BLOCK = 1_000;

const findBlock = (ordinal: number) => Math.floor((ordinal - 1) / BLOCK);

/** Coefficients of up to `BLOCK` entries: a line of the digest per entry with steps. */
export interface CoefficientBlock {
  block: number;
  lines: string;
}

/** True while a history of an entry's wallet is being applied: the points of the game may not include it yet. */
export async function isHistoryPending(db: Database, gameId: string): Promise<boolean> {
  const row = await queryOne<{ is_pending: boolean }>(
    db,
    `select exists (select from wallet_coefficients as w join entries as e
       on e.wallet = ${walletBytesSql('w.wallet_address')} and e.game_id = ?
       where w.applied_version < w.version) as is_pending`,
    [gameId],
  );
  return row!.is_pending;
}

/** Reads the coefficients of the entries of a game as they are now, and as `freezeCoefficients` stores them. */
export const readCoefficients = (db: Database, gameId: string): Promise<CoefficientBlock[]> =>
  query(
    db,
    `select (ordinal - 1) / ${BLOCK} as block, string_agg(ordinal || ':' || steps || e'\\n', '' order by ordinal) as lines
     from (select e.ordinal,
         (select string_agg(concat(step ->> 'at', '=', step ->> 'coefficient'), ',' order by place)
          from jsonb_array_elements(w.steps) with ordinality as each (step, place)) as steps
       from wallet_coefficients as w join entries as e on e.wallet = ${walletBytesSql('w.wallet_address')} and e.game_id = ?
       where w.steps <> '[]'::jsonb) as entry
     group by block`,
    [gameId],
  );

/** Keeps coefficients with the settlement: a reorganisation could still change those of the wallets. */
export async function freezeCoefficients(
  trx: Knex.Transaction,
  gameId: string,
  blocks: readonly CoefficientBlock[],
): Promise<void> {
  await trx.raw(
    'insert into prize_coefficients (game_id, block, lines) select ?, * from unnest(?::int[], ?::text[])',
    [gameId, blocks.map(({ block }) => block), blocks.map(({ lines }) => lines)],
  );
}

/** Digests the coefficients as `coefficients_digest` of the result document describes. */
export async function digestCoefficients(db: Database, gameId: string): Promise<string> {
  const row = await queryOne<{ digest: string }>(
    db,
    `select encode(sha256(convert_to(coalesce(string_agg(lines, '' order by block), ''), 'UTF8')), 'hex') as digest
     from prize_coefficients where game_id = ?`,
    [gameId],
  );
  return row!.digest;
}

/** Reads the steps of some entries of a settled game by ordinal; entries without steps are left out. */
export async function readFrozenCoefficients(
  db: Database,
  gameId: string,
  ordinals: readonly number[],
): Promise<Map<number, CoefficientStep[]>> {
  const rows = await query<{ lines: string }>(
    db,
    'select lines from prize_coefficients where game_id = ? and block = any(?)',
    [gameId, [...new Set(ordinals.map(findBlock))]],
  );
  const wanted = new Set(ordinals);
  const found = new Map<number, CoefficientStep[]>();
  for (const line of rows.flatMap(({ lines }) => lines.trimEnd().split('\n'))) {
    const [ordinal, steps] = line.split(':') as [string, string];
    if (wanted.has(Number(ordinal))) found.set(Number(ordinal), steps.split(',').map(parseStep));
  }
  return found;
}

function parseStep(step: string): CoefficientStep {
  const [at, coefficient] = step.split('=').map(Number) as [number, number];
  return { at, coefficient };
}
