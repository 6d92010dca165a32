/** Tables of leagues. Only the module `leagues` uses them; no foreign key connects them with the tables of games and entries. */
export const leaguesTables = `
  -- code: of invitations; start_gameweek: points and matches count from it; draw: null before the draw of a head-to-head league.
  -- version: raised by every change of the members; removed_version: version of the last removal.
  create table leagues (
    id uuid primary key,
    game_id uuid not null,
    name text not null,
    kind text not null check (kind in ('CLASSIC', 'HEAD_TO_HEAD')),
    code text not null unique,
    owner text not null,
    co_admins text[] not null default '{}',
    start_gameweek smallint not null,
    uses_coefficient boolean not null,
    knock_out_gameweeks smallint not null,
    members integer not null,
    version integer not null default 1,
    removed_version integer not null default 0,
    draw jsonb,
    created_at timestamptz not null
  );
  create index undrawn_leagues on leagues (game_id, start_gameweek) where kind = 'HEAD_TO_HEAD' and draw is null;
  create index drawn_leagues on leagues (game_id, id) where draw is not null;

  -- ordinal: of the entry in the game; version: of the league when the member joined.
  create table league_members (
    league_id uuid not null references leagues on delete cascade,
    game_id uuid not null,
    joined_at timestamptz not null,
    ordinal integer not null,
    version integer not null,
    wallet bytea not null check (octet_length(wallet) = 20),
    primary key (wallet, league_id)
  );
  create index league_members_by_league on league_members (league_id, version);

  create table league_bans (
    league_id uuid not null references leagues on delete cascade,
    wallet_address text not null,
    primary key (league_id, wallet_address)
  );

  -- Club that a user supports, by the code that is the same in every season.
  create table supported_clubs (
    wallet bytea primary key check (octet_length(wallet) = 20),
    club integer not null
  );
  create index supporters on supported_clubs (club);

  -- Scores of a drawn head-to-head league in a final gameweek, in the drawn order of its members; matches, table and knock-out
  -- follow from them. points in thousandths; goals: scored minus conceded by the final eleven. game_version: version of the game
  -- that settled the gameweek.
  create table league_scores (
    league_id uuid not null references leagues on delete cascade,
    gameweek smallint not null,
    game_version integer not null,
    points integer[] not null,
    goals integer[] not null,
    primary key (league_id, gameweek)
  );

  -- Final gameweeks whose scores are stored for all head-to-head leagues of a game.
  create table league_gameweeks (
    game_id uuid not null,
    gameweek smallint not null,
    game_version integer not null,
    primary key (game_id, gameweek)
  );
`;
