import type { Parsed } from '@touchline/api/endpoint';
import type { AdminParticipation, listAdminParticipations } from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Badge } from '@touchline/ui/base';
import { useEffect, useState } from 'react';
import { type ParticipationColumn, participationsOf } from '../admin.queries.ts';
import { formatNumber } from '../format.ts';
import { ID_COLUMN, WALLET_COLUMN } from '../records/columns.tsx';
import type { OpenRecord } from '../records/RecordDialog.tsx';
import { RecordsTab } from '../records/RecordsTab.tsx';
import type { RecordColumn } from '../records/RecordsTable.tsx';
import { RowActions } from '../records/RowActions.tsx';
import { useList } from '../records/use-list.ts';
import { EarnedPoints } from './EarnedPoints.tsx';
import { ParticipationDialog } from './ParticipationDialog.tsx';

/** What the server's answer says about points that moved. */
export interface PointsUpdate {
  updatedCount: number;
  processingTime: number;
}

/** The update in an answer; null if no points had moved. */
export function pointsUpdateOf(
  answer: Pick<
    Parsed<(typeof listAdminParticipations)['data']>,
    'pointsUpdated' | 'updatedCount' | 'processingTime'
  >,
): PointsUpdate | null {
  const { pointsUpdated, updatedCount = 0, processingTime = 0 } = answer;
  return pointsUpdated ? { updatedCount, processingTime } : null;
}

type Column = RecordColumn<AdminParticipation, ParticipationColumn>;

/** ADMIN-08, ADMIN-09 */
const COLUMNS: readonly Column[] = [
  ID_COLUMN,
  WALLET_COLUMN,
  { column: 'team_name', label: 'Team Name', cell: ({ team_name }) => team_name },
  {
    column: 'game_name',
    label: 'Game',
    cell: ({ game_name, game_type }) => (
      <>
        {game_name}{' '}
        <Badge color="gray" maw="none" miw="max-content">
          {game_type}
        </Badge>
      </>
    ),
  },
  { column: 'formation', label: 'Formation', cell: ({ formation }) => formation },
  { column: 'captain_id', label: 'Captain', cell: ({ captain_id }) => captain_id, figure: true },
  {
    column: 'vice_captain_id',
    label: 'Vice Captain',
    cell: ({ vice_captain_id }) => vice_captain_id,
    figure: true,
  },
  {
    column: 'entry_points',
    label: 'Entry Points',
    cell: ({ entry_points }) => formatNumber(entry_points),
    figure: true,
  },
  {
    column: 'current_points',
    label: 'Current Points',
    cell: ({ current_points }) => formatNumber(current_points),
    figure: true,
  },
  {
    column: 'coefficient_applied',
    label: 'Coefficient',
    cell: ({ coefficient_applied }) => `${coefficient_applied}x`,
    figure: true,
  },
  {
    column: 'earned_points',
    label: 'Earned Points',
    cell: ({ earned_points }) => <EarnedPoints points={earned_points} />,
    figure: true,
  },
  {
    column: 'players',
    label: 'Players',
    cell: ({ players_snapshot }) => players_snapshot.length || '-',
    figure: true,
  },
];

/** The tab "Game Participations". */
export function ParticipationsTab({ onUpdate }: { onUpdate(update: PointsUpdate): void }) {
  const { api } = useHost();
  const list = useList<ParticipationColumn>('current_points');
  const query = useQuery(participationsOf(api, list.params));
  const [open, setOpen] = useState<OpenRecord | null>(null);
  const { data, isPlaceholderData } = query;
  useEffect(() => {
    const update = data && !isPlaceholderData ? pointsUpdateOf(data) : null;
    if (update) onUpdate(update);
  }, [data, isPlaceholderData, onUpdate]);
  return (
    <>
      <RecordsTab
        what="game participations"
        placeholder="Search by wallet, team, game, points, formation..."
        columns={COLUMNS}
        list={list}
        query={{ ...query, rows: data?.participations, total: data?.total }}
        keyOf={({ id }) => id}
        actions={({ id, team_name }) => (
          <RowActions of={team_name} onOpen={(mode) => setOpen({ id, mode })} onClose={() => setOpen(null)} />
        )}
        empty={<p>No game participations found</p>}
      />
      <ParticipationDialog open={open} onOpen={setOpen} />
    </>
  );
}
