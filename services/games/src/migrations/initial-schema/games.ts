/** Table of games. */
export const gamesTables = `
  -- version: raised by every change that can move an entry; each join and each saved lineup has its own version.
  -- cancelled_by: wallet of the administrator who cancelled the game; null for a game without fixtures, which reopens when they
  -- return. edits: number of changes by administrators. held_...: set by an administrator, so clock and feed do not change it.
  -- prize_plan: fixed since the first entry or reservation; amounts in wei; the default has no prizes. prizes_covered: false
  -- while the reserves have never covered the guarantee. prize_state, prize_pool, prize_entrants: null before the review.
  create table games (
    id uuid primary key,
    season text not null references seasons,
    game_type text not null check (game_type in ('SEASON', 'WEEKLY', 'TOURNAMENT')),
    name text not null,
    description text not null,
    entry_fee numeric(30, 18) not null check (entry_fee >= 0),
    first_gameweek integer not null,
    last_gameweek integer not null,
    join_deadline timestamptz,
    start_time timestamptz not null,
    end_time timestamptz not null,
    status text not null check (status in ('UPCOMING', 'ACTIVE', 'COMPLETED', 'CANCELLED')),
    cancelled_by text,
    settlement text not null default 'PENDING' check (settlement in ('PENDING', 'PROVISIONAL', 'FINAL')),
    max_participants integer,
    participants integer not null default 0,
    version integer not null default 0,
    edits integer not null default 0,
    held_status text check (held_status in ('UPCOMING', 'ACTIVE', 'COMPLETED')),
    held_start boolean not null default false,
    held_end boolean not null default false,
    created_at timestamptz not null,
    prize_plan jsonb not null default '{"token":{"address":"0x0000000000000000000000000000000000000000","symbol":"FOOTBALL","decimals":18},"guarantee":"0","commission_bps":0,"template":"TOP","rows":[],"min_entries":1,"eligibility":"ALL"}',
    prizes_covered boolean not null default true,
    prize_state text check (prize_state in ('REVIEW', 'SETTLED', 'FUNDED', 'PAID', 'NONE')),
    prize_pool numeric(78, 0) check (prize_pool >= 0),
    prize_entrants integer check (prize_entrants >= 0)
  );
  create unique index one_weekly_game_per_gameweek on games (season, first_gameweek) where game_type = 'WEEKLY';
  create unique index one_season_game_per_season on games (season) where game_type = 'SEASON';
  create index games_by_type_and_start on games (game_type, start_time);
`;
