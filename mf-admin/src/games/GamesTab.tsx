import {
  type AdminGame,
  type GAME_COLUMNS,
  gameChange,
  getAdminGame,
  listAdminGames,
  updateAdminGame,
} from '@touchline/api/http/admin-games';
import { useHost } from '@touchline/host/host';
import { Group, Loader } from '@touchline/ui/base';
import { LIST, useAdminQuery } from '../admin.queries.ts';
import type { Column } from '../components/AdminTable.tsx';
import { formatAmount, formatInstant, formatNumber } from '../format.ts';
import type { EditField } from '../records/edit-fields.ts';
import { RecordDialog } from '../records/RecordDialog.tsx';
import { RecordsTab } from '../records/RecordsTab.tsx';
import records from '../records/records.module.css';
import { useList } from '../records/use-list.ts';
import { CancellationWarning, GameView, StatusBadge } from './GameView.tsx';

/** ADMIN-30 */
const FIELDS: readonly EditField[] = [
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'game_type', label: 'Type', kind: 'choice', options: ['SEASON', 'WEEKLY', 'TOURNAMENT'] },
  {
    key: 'status',
    label: 'Status',
    kind: 'choice',
    options: ['UPCOMING', 'ACTIVE', 'COMPLETED', 'CANCELLED'],
  },
  { key: 'entry_fee', label: 'Entry Fee', kind: 'amount' },
  { key: 'start_time', label: 'Start Time', kind: 'instant' },
  { key: 'end_time', label: 'End Time', kind: 'instant' },
];

type GameColumn = (typeof GAME_COLUMNS)[number];

/** ADMIN-15 */
const COLUMNS: readonly Column<AdminGame, GameColumn>[] = [
  ['Name', ({ name }) => name, 'name'],
  ['Type', ({ game_type }) => game_type, 'game_type'],
  ['Status', ({ status }) => <StatusBadge status={status} />, 'status'],
  ['Entry Fee', ({ entry_fee }) => formatAmount(entry_fee), 'entry_fee', 'right'],
  ['Start Time', ({ start_time }) => formatInstant(start_time), 'start_time'],
  ['End Time', ({ end_time }) => formatInstant(end_time), 'end_time'],
  ['Participants', (game) => formatNumber(game.participation_count), 'participation_count', 'right'],
];

/** The tab "Games". */
export function GamesTab() {
  const { api } = useHost();
  const list = useList<GameColumn>('created_at');
  const query = useAdminQuery(listAdminGames, { query: list.query }, LIST);
  return (
    <RecordsTab
      noun="games"
      placeholder="Search games by name, type, status, or entry fee..."
      columns={COLUMNS}
      fixed="Name"
      otherSorts={[{ value: 'created_at', label: 'Created' }]}
      list={list}
      query={query}
      getRows={({ games }) => games}
      getName={({ name }) => name}
      loading={
        <Group role="status" gap="sm" py="lg">
          <Loader size={20} /> Loading games...
        </Group>
      }
      unit="games"
      empty={<NoGames searching={list.params.search !== ''} />}
      dialog={(state) => (
        <RecordDialog
          {...state}
          titles={{ view: 'Game Details', edit: 'Edit Game' }}
          noun="game"
          load={async (id, signal) => (await api.request(getAdminGame, { params: { id }, signal })).game}
          fields={FIELDS}
          schema={gameChange}
          save={async (id, body, { version, reason }) =>
            (await api.request(updateAdminGame, { params: { id }, query: { reason }, body, version })).game
          }
          view={(edit) => <GameView edit={edit} />}
          warning={({ base, body }) =>
            body.status === 'CANCELLED' ? <CancellationWarning game={base} /> : null
          }
        />
      )}
    />
  );
}

/** ADMIN-16 */
function NoGames({ searching }: { searching: boolean }) {
  return (
    <>
      <p className={records.emptyTitle}>No Games Found</p>
      <p>{searching ? 'No games match your search criteria.' : 'No games have been created yet.'}</p>
    </>
  );
}
