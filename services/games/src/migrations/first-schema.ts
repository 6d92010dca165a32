import type { Knex } from 'knex';

/** Creates tables for the season from the feed, games, entries with append-only lineups, and settled gameweeks. */
export async function firstSchema(db: Knex): Promise<void> {
  await db.raw(FOOTBALL);
  await db.raw(GAMES);
}

const FOOTBALL = `
  -- version: number of ingests that changed the season; caches compare it with theirs
  create table seasons (
    season text primary key,
    version integer not null default 0,
    seen_at timestamptz not null
  );
  -- kind: bootstrap, fixtures, live:<gameweek>; version is the relay's
  create table feed_snapshots (
    season text not null references seasons,
    kind text not null,
    version bigint not null,
    fetched_at timestamptz not null,
    primary key (season, kind)
  );
  create table clubs (
    season text not null references seasons,
    id integer not null,
    code integer not null,
    name text not null,
    short_name text not null,
    primary key (season, id)
  );
  -- price in tenths of a million
  create table players (
    season text not null references seasons,
    id integer not null,
    code integer not null,
    name text not null,
    web_name text not null,
    team integer not null,
    position smallint not null,
    price integer not null,
    total_points integer not null,
    form double precision not null,
    status text not null,
    can_select boolean not null,
    news text not null,
    chance_of_playing integer,
    primary key (season, id)
  );
  create table gameweeks (
    season text not null references seasons,
    id integer not null,
    name text not null,
    deadline_time timestamptz not null,
    is_current boolean not null,
    is_next boolean not null,
    finished boolean not null,
    data_checked boolean not null,
    settled_at timestamptz,
    primary key (season, id)
  );
  create table fixtures (
    season text not null references seasons,
    id integer not null,
    gameweek integer,
    kickoff_time timestamptz,
    team_h integer not null,
    team_a integer not null,
    started boolean not null,
    finished boolean not null,
    finished_provisional boolean not null,
    primary key (season, id)
  );
  create table fixture_scores (
    season text not null references seasons,
    gameweek integer not null,
    fixture integer not null,
    player integer not null,
    points integer not null,
    minutes integer not null,
    cards integer not null,
    bps integer not null,
    bonus integer not null,
    explain jsonb not null,
    primary key (season, gameweek, fixture, player)
  );
`;

const GAMES = `
  -- version: raised by every change that can move an entry; each join and each saved lineup has its own version
  create table games (
    id uuid primary key,
    season text not null references seasons,
    game_type text not null check (game_type in ('SEASON', 'WEEKLY', 'TOURNAMENT')),
    name text not null,
    description text not null,
    entry_fee numeric(30, 18) not null check (entry_fee >= 0),
    first_gameweek integer not null,
    last_gameweek integer not null,
    start_time timestamptz not null,
    end_time timestamptz not null,
    status text not null check (status in ('UPCOMING', 'ACTIVE', 'COMPLETED', 'CANCELLED')),
    settlement text not null default 'PENDING' check (settlement in ('PENDING', 'PROVISIONAL', 'FINAL')),
    max_participants integer,
    participants integer not null default 0,
    version integer not null default 0,
    created_at timestamptz not null
  );
  create unique index one_weekly_game_per_gameweek on games (season, first_gameweek) where game_type = 'WEEKLY';
  create unique index one_season_game_per_season on games (season) where game_type = 'SEASON';
  create index games_by_type_and_start on games (game_type, start_time);

  -- roster: snapshot of the fifteen players; join_digest: digest of the request, which identifies a repeated join
  create table entries (
    id uuid primary key,
    game_id uuid not null references games,
    seat integer not null,
    wallet_address text not null check (wallet_address = lower(wallet_address)),
    team_name text not null,
    entry_points integer not null,
    joined_at timestamptz not null,
    roster jsonb not null,
    join_digest text not null,
    unique (game_id, wallet_address),
    unique (game_id, seat)
  );
  create index entries_by_wallet on entries (wallet_address);

  -- append-only; each version of the game holds one lineup, so (game, version) orders them
  create table lineups (
    game_id uuid not null references games,
    game_version integer not null,
    entry_id uuid not null references entries,
    seat integer not null,
    effective_gameweek integer not null,
    saved_at timestamptz not null,
    formation text not null,
    field integer[] not null check (cardinality(field) = 11),
    bench integer[] not null check (cardinality(bench) = 4),
    captain_id integer not null,
    vice_captain_id integer not null,
    -- positions of the outfield bench, one digit each
    bench_shape smallint not null,
    primary key (game_id, game_version)
  );
  create index lineups_by_entry on lineups (entry_id);

  create table settled_gameweeks (
    game_id uuid not null references games,
    gameweek integer not null,
    game_version integer not null,
    settled_at timestamptz not null,
    primary key (game_id, gameweek)
  );
  -- coefficient and earned in thousandths
  create table entry_gameweeks (
    game_id uuid not null references games,
    gameweek integer not null,
    seat integer not null,
    raw_points integer not null,
    points integer not null,
    coefficient integer not null default 1000,
    earned integer not null,
    primary key (game_id, gameweek, seat)
  );
`;
