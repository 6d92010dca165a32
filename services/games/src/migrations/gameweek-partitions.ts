import type { Knex } from 'knex';

/** Gameweeks of a regular season. Higher numbers, such as those of 2019-20 (up to 47), share a partition. */
const GAMEWEEKS = 38;

/**
 * Partitions the largest table by gameweek. Settling then appends to a small index, and a reopened gameweek is vacuumed separately.
 * Columns are ordered without padding. Constraints are added after the rows, so that each index is built in one go.
 */
export async function gameweekPartitions(db: Knex): Promise<void> {
  await db.raw(LOCKS);
  await db.raw(TABLE);
  await db.raw(CARRY_OVER);
  await db.raw(TAKE_OVER);
}

/** Allows reads. Settling waits for the season before it locks a game, because the end of this step locks games too. */
const LOCKS = `
  select from seasons for no key update;
  lock table entry_gameweeks in share mode;
`;

const partition = (name: number | 'other', values: string) =>
  `create table entry_gameweeks_${name} partition of partitioned_gameweeks ${values};`;

const TABLE = `
  -- coefficient and earned in thousandths, coefficient at most 2000; rank: shared; null when suspended or unknown
  create table partitioned_gameweeks (
    game_id uuid not null,
    ordinal integer not null,
    raw_points integer not null,
    points integer not null,
    earned integer not null,
    rank integer,
    gameweek smallint not null,
    coefficient smallint not null default 1000
  ) partition by list (gameweek);
  ${Array.from({ length: GAMEWEEKS }, (_, index) => partition(index + 1, `for values in (${index + 1})`)).join('\n  ')}
  ${partition('other', 'default')}
`;

const COLUMNS = 'game_id, ordinal, raw_points, points, earned, rank, gameweek, coefficient';

const CARRY_OVER = `
  insert into partitioned_gameweeks (${COLUMNS}) select ${COLUMNS} from entry_gameweeks;
`;

/**
 * Drops the old table first: `drop` locks games exclusively until the foreign key has been checked. Adding the key first would take
 * a weaker lock and then deadlock with joins.
 */
const TAKE_OVER = `
  alter table partitioned_gameweeks add primary key (game_id, gameweek, ordinal);
  drop table entry_gameweeks;
  alter table partitioned_gameweeks rename to entry_gameweeks;
  alter table entry_gameweeks rename constraint partitioned_gameweeks_pkey to entry_gameweeks_pkey;
  alter table entry_gameweeks add foreign key (game_id) references games;
`;
