import type { Knex } from 'knex';

/** Renames columns to the terms of the glossary: entries have an ordinal; seats exist only in games with a limit. */
export async function entryOrdinals(db: Knex): Promise<void> {
  await db.raw(ORDINALS);
  await db.raw(BENCH_POSITIONS);
}

const ORDINALS = `
  alter table entries rename column seat to ordinal;
  alter table entries rename constraint entries_game_id_seat_key to entries_game_id_ordinal_key;
  alter table lineups rename column seat to ordinal;
  alter table entry_gameweeks rename column seat to ordinal;
  alter table coefficient_changes rename column seat to ordinal;
`;

/** Unpacks the bench from six bits (two per outfield position, 0 for a forward) to positions, goalkeeper first. */
const positionsOf = (shape: string) =>
  `array[1, ${[0, 2, 4].map((shift) => `coalesce(nullif((${shape} >> ${shift}) & 3, 0), 4)`).join(', ')}]`;

const RESERVED_SHAPE = `(team #>> '{lineup,bench_shape}')::integer`;

const BENCH_POSITIONS = `
  alter table lineups alter column bench_shape type integer[] using ${positionsOf('bench_shape')};
  alter table lineups rename column bench_shape to bench_positions;
  alter table lineups add check (cardinality(bench_positions) = 4);
  update reservations set team = jsonb_set(team #- '{lineup,bench_shape}', '{lineup,bench_positions}',
    to_jsonb(${positionsOf(RESERVED_SHAPE)}))
  where ${RESERVED_SHAPE} is not null;
`;
