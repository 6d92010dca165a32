import { type Database, queryOne, walletBytesSql } from '@touchline/service-kit/data/database';

/** Changes by administrators that decide the prizes of a game. */
export interface Corrections {
  /** Number of changes. */
  corrections: number;
  /** Lower case. */
  admins: string[];
  /**
   * True if a stake, a coefficient, a lineup, or the times of the started game were changed: what the entries would have scored
   * otherwise is unknown, and with it who won or lost by the change.
   */
  rescored: boolean;
}

/** Time of the last coefficient that the final game `g` uses: its start, or the cut-off of a gameweek. */
const LAST_CUT_OFF =
  'greatest(g.start_time, (select max(stake_cut_off) from settled_gameweeks where game_id = g.id))';

/**
 * Reads the corrections of points and coefficients, the exclusions, changes of lineups and of the times of the started game, and
 * edits of stakes before its last cut-off that had an effect after its start.
 */
export async function readCorrections(db: Database, gameId: string): Promise<Corrections> {
  const row = await queryOne<Omit<Corrections, 'admins'> & { admins: string[] | null }>(
    db,
    `with made as (
       select admin, field from adjustments where game_id = :game and field <> 'entry_points'
       union all
       select excluded_by, 'excluded' from entries where game_id = :game and excluded_at is not null
       union all
       select c.admin, 'lineup' from admin_changes as c
         join entries as e on e.id = case c.action when 'ENTRY_EDITED' then c.subject::uuid end
         where e.game_id = :game and jsonb_exists_any(c.after, array['formation', 'captain_id', 'vice_captain_id'])
       union all
       select c.admin, 'times' from admin_changes as c join games as g on g.id = :game
         where c.subject = cast(:game as text) and c.action = 'GAME_EDITED'
           and jsonb_exists_any(c.after, array['start_time', 'end_time'])
           and c.at >= least((c.before ->> 'start_time')::timestamptz, g.start_time)
       union all
       select edit ->> 'admin', 'stake' from wallet_coefficients as w
         join entries as e on e.wallet = ${walletBytesSql('w.wallet_address')} and e.game_id = :game
         join games as g on g.id = :game cross join jsonb_array_elements(w.edits) as edit
         where w.edits <> '[]' and (edit ->> 'at')::timestamptz < ${LAST_CUT_OFF}
           and coalesce((edit ->> 'until')::timestamptz, 'infinity') > g.start_time)
     select count(*) as corrections, array_agg(distinct lower(admin)) as admins,
       coalesce(bool_or(field in ('stake', 'coefficient_applied', 'lineup', 'times')), false) as rescored from made`,
    { game: gameId },
  );
  return { ...row!, admins: row!.admins ?? [] };
}
