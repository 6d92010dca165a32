import type { EntryPeriod } from '@touchline/rules/counting';
import { type Database, query, toWalletBytes } from '@touchline/service-kit/data/database';
import { unpackLineup } from '@touchline/standings/lineup-bytes';

/** A team of a wallet, with its lineup in a gameweek. */
export interface NotifiedTeam extends EntryPeriod {
  wallet: string;
  game_id: string;
  participation_id: string;
  team_name: string;
  field: readonly number[];
  bench: readonly number[];
  captain_id: number;
}

type Row = Omit<NotifiedTeam, 'field' | 'bench' | 'captain_id'> & { lineup: Buffer };

/** Reads the teams of wallets in a gameweek, the latest first. Suspended and excluded entries and cancelled games are left out. */
export async function readTeams(
  db: Database,
  wallets: readonly string[],
  { season, gameweek }: { season: string; gameweek: number },
): Promise<NotifiedTeam[]> {
  const rows = await query<Row>(
    db,
    `select e.wallet_address as wallet, e.game_id, e.id as participation_id, e.team_name, e.joined_at, g.start_time as start,
       g.end_time as "end", v.lineup
     from entries as e join games as g on g.id = e.game_id cross join lateral (
       select lineup from lineup_versions where entry_id = e.id and effective_gameweek <= :gameweek
       order by effective_gameweek desc, game_version desc limit 1) as v
     where e.wallet = any(:wallets) and g.season = :season and :gameweek between g.first_gameweek and g.last_gameweek
       and g.status <> 'CANCELLED' and e.suspended_at is null and e.excluded_at is null
     order by e.joined_at desc`,
    { wallets: wallets.map(toWalletBytes), season, gameweek },
  );
  return rows.map(({ lineup, ...team }) => {
    const { field, bench, captain_id } = unpackLineup(lineup);
    return { ...team, field, bench, captain_id };
  });
}
