import type { LeagueRow, LeagueTable as LeagueTableData } from '@touchline/api/http/league-tables';
import type { League } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { useSearchParams } from '@touchline/host/router';
import { Group } from '@touchline/ui/base';
import { formatCount, formatTimeWithSeconds, plural } from '@touchline/ui/format';
import { useEffect } from 'react';
import { toDisplayRows } from '../leaderboard/display-row.ts';
import { Leaderboard } from '../leaderboard/Leaderboard.tsx';
import { Pages } from '../leaderboard/Pages.tsx';
import { ProvisionalBadge } from '../leaderboard/ProvisionalBadge.tsx';
import type { Moves } from '../leaderboard/rank-movement.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import { setParam } from '../set-param.ts';
import { buildLeagueColumns, renderLeagueTotal } from './league-columns.tsx';
import { ROWS_PER_PAGE, tableQuery } from './leagues.queries.ts';
import { MemberPreview } from './MemberPreview.tsx';

interface LeagueTableProps {
  league: League;
  /** The user's wallet in lower case. */
  wallet: string;
}

/** Table of a league, one page at a time and always with the user's own row. A click on a member opens their team. */
export function LeagueTable({ league, wallet }: LeagueTableProps) {
  const { api } = useHost();
  const [url, setUrl] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(url.get('page') ?? 1)) || 1);
  const query = useQuery(tableQuery(api, league.id, page));
  const { data } = query;
  const pages = data ? Math.max(1, Math.ceil(data.total / ROWS_PER_PAGE)) : page;
  // Goes to the last page if the requested one no longer exists, for example after its only member has left.
  const isPastEnd = !query.isPlaceholderData && page > pages;
  useEffect(() => {
    if (isPastEnd) setUrl(setParam('page', pages === 1 ? null : String(pages)), { replace: true });
  }, [isPastEnd, pages, setUrl]);
  // After a failed change of the page, the data is that of the previous page.
  if (!data || hasFirstLoadFailed(query))
    return (
      <NotLoaded what="the table" query={query}>
        Your team and its points are safe. Check your connection.
      </NotLoaded>
    );
  const { rows, me } = toRankedRows(data, wallet);
  const all = me ? [...rows, me] : rows;
  // A rank above 1 means that an earlier page has entries with points. Points of the gameweek may be from before the league's start.
  const ranked = all.some((row) => row.rank > 1 || row.total_points !== 0);
  const matches = league.kind === 'HEAD_TO_HEAD';
  return (
    <>
      {/* A head-to-head table counts final gameweeks only. */}
      {ranked && !matches ? (
        <Group>
          <ProvisionalBadge game={league.game} />
        </Group>
      ) : null}
      <Leaderboard
        label="League table"
        rows={rows}
        me={me}
        columns={buildLeagueColumns(league.kind)}
        renderTotal={matches ? renderLeagueTotal : undefined}
        onOpen={({ participation_id }) => setUrl(setParam('team', participation_id))}
        ranked={ranked}
        prizes={null}
      />
      <Group
        component="p"
        justify="space-between"
        gap="0.25rem 0.75rem"
        m={0}
        fz="sm"
        c="dimmed"
        className="tl-figures"
      >
        <span>{describeMembers(data.total, league.members, ranked)}</span>
        <span>
          {query.isError ? 'Failed to load the table; retrying. Data from ' : 'Updated '}
          {formatTimeWithSeconds(query.dataUpdatedAt)}
        </span>
      </Group>
      <Pages
        pages={pages}
        page={page}
        onPage={(next) => setUrl(setParam('page', next === 1 ? null : String(next)))}
      />
      <MemberPreview
        league={league}
        wallet={wallet}
        team={url.get('team')}
        row={all.find((row) => row.participation_id === url.get('team')) ?? null}
        ranked={ranked}
        mine={me?.participation_id ?? null}
        onClose={() => setUrl(setParam('team', null), { replace: true })}
      />
    </>
  );
}

/** "4 members"; with a suspended or excluded entry "3 of 4 members ranked", or "listed" before teams have points. */
const describeMembers = (rows: number, members: number, ranked: boolean) =>
  rows < members
    ? `${formatCount(rows)} of ${plural(members, 'member')} ${ranked ? 'ranked' : 'listed'}`
    : plural(rows, 'member');

const toRanked = (row: LeagueRow) => ({ ...row, earned_points: row.points, coefficient_applied: null });

const toRankedRows = ({ rows, me, moves }: LeagueTableData & { moves: Moves }, wallet: string) =>
  toDisplayRows({ leaderboard: rows.map(toRanked), me: me ? toRanked(me) : null, moves }, wallet);
