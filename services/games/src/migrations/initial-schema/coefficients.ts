/** Tables of the coefficients of wallets, as staking reports them, and of the entries that they changed. */
export const coefficientsTables = `
  -- steps: [{at, coefficient}] in epoch ms and thousandths; edits: [{at, admin, until}] of the wallet's stakes, times in ISO format; version is
  -- staking's. applied_version is behind version only while a history is being applied, or after the process was interrupted
  create table wallet_coefficients (
    wallet_address text primary key check (wallet_address = lower(wallet_address)),
    version integer not null default 0,
    steps jsonb not null default '[]',
    edits jsonb not null default '[]',
    updated_participations integer not null default 0,
    applied_version integer not null default 0
  );

  -- append-only; at this version of the game the entry's coefficient must be reloaded
  create table coefficient_changes (
    game_id uuid not null references games,
    game_version integer not null,
    ordinal integer not null,
    primary key (game_id, game_version)
  );
`;
