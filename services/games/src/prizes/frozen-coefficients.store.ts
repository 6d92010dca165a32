import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Ordinals per row. */
const BLOCK = 1_000;

const findBlock = (ordinal: number) => Math.floor((ordinal - 1) / BLOCK);

/** Keeps the coefficients of the entries as they are now: a reorganisation could still change those of their wallets. */
export async function freezeCoefficients(trx: Knex.Transaction, gameId: string): Promise<void> {
  await trx.raw(
    `insert into prize_coefficients (game_id, block, lines)
     select game_id, (ordinal - 1) / ${BLOCK} as block, string_agg(ordinal || ':' || steps || e'\\n', '' order by ordinal)
     from (select e.game_id, e.ordinal,
         (select string_agg(concat(step ->> 'at', '=', step ->> 'coefficient'), ',' order by place)
          from jsonb_array_elements(w.steps) with ordinality as each (step, place)) as steps
       from wallet_coefficients as w join entries as e on e.wallet = decode(substr(w.wallet_address, 3), 'hex') and e.game_id = ?
       where w.steps <> '[]'::jsonb) as entry
     group by game_id, block`,
    [gameId],
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
