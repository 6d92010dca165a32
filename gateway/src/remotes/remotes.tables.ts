/** Tables of the registry of remotes. */
export const remotesTables = `
  -- The current version of each remote, and the version that a share of the visitors gets.
  create table remotes (
    name text primary key,
    current_version text,
    share_version text,
    share_percent integer not null default 0 check (share_percent between 0 and 99)
  );

  -- Published versions. files: digests of the files by path in the folder; assets: paths of the files that the first page needs,
  -- which browsers preload and verify. rolled_back_at: rolled back, with the reason in because. security_fix: automatic rollback
  -- never goes below this version.
  create table remote_versions (
    name text not null,
    version text not null,
    routes jsonb not null,
    files jsonb not null,
    assets jsonb not null default '[]',
    published_at timestamptz not null,
    offered_until timestamptz,
    rolled_back_at timestamptz,
    because text,
    deleted_at timestamptz,
    security_fix boolean not null default false,
    primary key (name, version)
  );

  -- Owners of routes: each first segment of a path belongs to the remote that published it first, and /admin to the dashboard.
  create table remote_routes (
    prefix text primary key,
    name text not null
  );
  insert into remote_routes (prefix, name) values ('admin', 'mf-admin');

  -- Rollbacks follow the order in which versions became current (action CURRENT).
  create table remote_history (
    position bigint generated always as identity primary key,
    name text not null,
    at timestamptz not null,
    action text not null,
    version text,
    detail text,
    by text not null
  );
  create index remote_history_by_name on remote_history (name, position desc);
  create index remote_history_currents on remote_history (name, version, position) where action = 'CURRENT';

  -- The number of a remote's valid token, if the token was ever replaced.
  create table remote_tokens (
    name text primary key,
    number integer not null check (number > 1)
  );

  -- Wallets whose browsers get the next version of a remote before it is offered.
  create table remote_testers (
    name text not null,
    wallet text not null,
    primary key (name, wallet)
  );

  -- Errors of remotes: each error once, with its count and last time.
  create table remote_errors (
    name text not null,
    version text not null,
    message text not null,
    count integer not null,
    at timestamptz not null,
    primary key (name, version, message)
  );

  -- Reports of browsers; those of players count separately from those of other visitors.
  create table remote_reports (
    name text not null,
    version text not null,
    network text not null,
    player boolean not null default false,
    seen_at timestamptz not null,
    failed_at timestamptz,
    primary key (name, version, network, player)
  );
`;
