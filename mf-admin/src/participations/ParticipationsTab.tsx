import type { Parsed } from '@touchline/api/endpoint';
import {
  type AdminParticipation,
  getAdminParticipation,
  listAdminParticipations,
  type PARTICIPATION_COLUMNS,
  participationChange,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { FORMATIONS } from '@touchline/rules/formations';
import { Badge } from '@touchline/ui/base';
import { adminKey, LIST } from '../admin.queries.ts';
import type { Column } from '../components/AdminTable.tsx';
import { formatNumber } from '../format.ts';
import { ID_COLUMN, WALLET_COLUMN } from '../records/columns.tsx';
import type { EditField } from '../records/edit-fields.ts';
import { RecordDialog } from '../records/RecordDialog.tsx';
import { RecordsTab } from '../records/RecordsTab.tsx';
import { useList } from '../records/use-list.ts';
import { EarnedPoints } from './EarnedPoints.tsx';
import { ParticipationView } from './ParticipationView.tsx';
import { ClearPoints } from './PointsActions.tsx';

/** A page of the list, and the update of points that the server made for it. */
export type ParticipationPage = Parsed<(typeof listAdminParticipations)['data']>;

/** API-33: time for which a listed page is not requested again, except by "Refresh Points" and after an edit. */
const LIST_FRESH_MS = 5 * 60_000;

/** A lineup is null for administrators until its players are locked (game rules 10). */
const SEALED = { nullLabel: 'Sealed' } as const;

/** ADMIN-28 */
const FIELDS: readonly EditField[] = [
  { key: 'team_name', label: 'Team Name', kind: 'text' },
  {
    key: 'formation',
    label: 'Formation',
    kind: 'choice',
    options: FORMATIONS.map(({ name }) => name),
    ...SEALED,
  },
  { key: 'captain_id', label: 'Captain', kind: 'integer', ...SEALED },
  { key: 'vice_captain_id', label: 'Vice Captain', kind: 'integer', ...SEALED },
  { key: 'entry_points', label: 'Entry Points', kind: 'integer' },
  { key: 'current_points', label: 'Current Points', kind: 'integer' },
  { key: 'coefficient_applied', label: 'Coefficient', kind: 'decimal' },
];

type ParticipationColumn = (typeof PARTICIPATION_COLUMNS)[number];

/** ADMIN-08, ADMIN-09 */
const COLUMNS: readonly Column<AdminParticipation, ParticipationColumn>[] = [
  ID_COLUMN,
  WALLET_COLUMN,
  ['Team Name', ({ team_name }) => team_name, 'team_name'],
  [
    'Game',
    ({ game_name, game_type }) => (
      <>
        {game_name}{' '}
        <Badge color="gray" maw="none">
          {game_type}
        </Badge>
      </>
    ),
    'game_name',
  ],
  ['Formation', ({ formation }) => formation ?? '-', 'formation'],
  ['Captain', ({ captain_id }) => captain_id ?? '-', 'captain_id', 'right'],
  ['Vice Captain', ({ vice_captain_id }) => vice_captain_id ?? '-', 'vice_captain_id', 'right'],
  ['Entry Points', ({ entry_points }) => formatNumber(entry_points), 'entry_points', 'right'],
  ['Current Points', ({ current_points }) => formatNumber(current_points), 'current_points', 'right'],
  ['Coefficient', ({ coefficient_applied }) => `${coefficient_applied}x`, 'coefficient_applied', 'right'],
  ['Earned Points', ({ earned_points }) => <EarnedPoints points={earned_points} />, 'earned_points', 'right'],
  ['Players', ({ players_snapshot }) => players_snapshot.length || '-', 'players', 'right'],
];

/** The tab "Game Participations". `onUpdate` receives pages for which points were updated, none from the cache. */
export function ParticipationsTab({ onUpdate }: { onUpdate(page: ParticipationPage): void }) {
  const { api } = useHost();
  const list = useList<ParticipationColumn>('current_points');
  const query = useQuery({
    queryKey: [...adminKey(), listAdminParticipations.path, list.query],
    queryFn: async ({ signal }) => {
      const query = { ...list.query, realtime: 'true' as const };
      const page = await api.request(listAdminParticipations, { query, signal });
      if (page.pointsUpdated) onUpdate(page);
      return page;
    },
    staleTime: LIST_FRESH_MS,
    ...LIST,
  });
  return (
    <RecordsTab
      noun="game participations"
      placeholder="Search by wallet, team, game, points, formation..."
      columns={COLUMNS}
      fixed="Team Name"
      list={list}
      query={query}
      getRows={({ participations }) => participations}
      getName={({ team_name }) => team_name}
      empty={<p>No game participations found</p>}
      dialog={(state) => (
        <RecordDialog
          {...state}
          titles={{ view: 'Game Participation Details', edit: 'Edit Game Participation' }}
          noun="participation"
          load={async (id, signal) =>
            (await api.request(getAdminParticipation, { params: { id }, signal })).participation
          }
          fields={FIELDS}
          schema={participationChange}
          save={async (id, body, { version, reason }) => {
            const change = { params: { id }, query: { reason }, body, version };
            return (await api.request(updateAdminParticipation, change)).participation;
          }}
          view={(edit) => <ParticipationView edit={edit} />}
          editExtra={(edit, reason) => <ClearPoints edit={edit} reason={reason} />}
        />
      )}
    />
  );
}
