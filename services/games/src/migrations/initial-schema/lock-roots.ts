/** Table of lock roots. */
export const lockRootsTables = `
  -- Roots over the commitments that were in force at a kick-off (game rules 10). locks_at: the kick-off, or the time at which the
  -- gameweek became final. entries: number of leaves, by ordinal. subtrees: roots of 1,024 leaves each, 32 bytes, by ordinal.
  create table lock_roots (
    game_id uuid not null references games,
    gameweek smallint not null,
    locks_at timestamptz not null,
    final boolean not null,
    entries integer not null,
    computed_at timestamptz not null,
    root bytea not null check (octet_length(root) = 32),
    subtrees bytea not null,
    primary key (game_id, gameweek, locks_at)
  );
  create unique index one_final_root on lock_roots (game_id, gameweek) where final;
  alter table lock_roots alter column subtrees set storage external;
`;
