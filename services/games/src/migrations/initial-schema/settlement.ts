/** Gameweeks of a regular season. Higher numbers, such as those of 2019-20 (up to 47), share a partition. */
const GAMEWEEKS = Array.from({ length: 38 }, (_, index) => index + 1);

const PARTITIONS = GAMEWEEKS.map(
  (gameweek) =>
    `create table entry_gameweeks_${gameweek} partition of entry_gameweeks for values in (${gameweek});`,
).join('\n  ');

/** Tables of settled gameweeks, and of the number of updates of points. */
export const settlementTables = `
  -- Football data of a gameweek as it was when a game settled it: gzip of the JSON whose SHA-256 is the digest.
  create table gameweek_inputs (
    digest bytea primary key check (octet_length(digest) = 32),
    body bytea not null
  );

  -- stake_cut_off: first kick-off that took place, by the football data of the settlement; null without one.
  create table settled_gameweeks (
    game_id uuid not null references games,
    gameweek integer not null,
    game_version integer not null,
    inputs bytea references gameweek_inputs,
    stake_cut_off timestamptz,
    primary key (game_id, gameweek)
  );

  -- coefficient and earned in thousandths, coefficient at most 2000; rank: shared, at the time the gameweek became final; null
  -- when suspended or unknown. The largest table, with columns ordered without padding. Partitions: settling appends to a small
  -- index, and a reopened gameweek is vacuumed separately.
  create table entry_gameweeks (
    game_id uuid not null references games,
    ordinal integer not null,
    raw_points integer not null,
    points integer not null,
    earned integer not null,
    rank integer,
    gameweek smallint not null,
    coefficient smallint not null default 1000,
    primary key (game_id, gameweek, ordinal)
  ) partition by list (gameweek);
  ${PARTITIONS}
  create table entry_gameweeks_other partition of entry_gameweeks default;

  -- Number of updates of gameweek points per hour (UTC).
  create table points_updates (
    hour timestamptz primary key,
    updates integer not null
  );
`;
