/** Tables of the season from the feed. */
export const footballTables = `
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
  -- goals: scored minus conceded in the whole gameweek, in the player's first row
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
    goals integer not null default 0,
    explain jsonb not null,
    primary key (season, gameweek, fixture, player)
  );
`;
