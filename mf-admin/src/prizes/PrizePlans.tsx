import { type AdminGame, listAdminGames } from '@touchline/api/http/admin-games';
import { Button, Group } from '@touchline/ui/base';
import { LIST, useAdminQuery } from '../admin.queries.ts';
import { AdminTable } from '../components/AdminTable.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Panel } from '../components/Panel.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { useKeptState } from '../components/use-kept-state.ts';
import { formatAmount, formatInstant, formatNumber } from '../format.ts';
import { Pager } from '../records/Pager.tsx';
import { useList } from '../records/use-list.ts';
import { PrizePlanDialog } from './PrizePlanDialog.tsx';

/** Games with a button to their prize plan. */
export function PrizePlans() {
  const list = useList('start_time');
  const query = useAdminQuery(listAdminGames, { query: list.query }, LIST);
  const [shown, setShown] = useKeptState<AdminGame | null>('open prize plan', null);
  return (
    <Panel title="Prize plans">
      <Group gap="xs" mb="sm">
        <SearchBox
          label="Search games"
          placeholder="Search games by name, type, status..."
          value={list.typed}
          onChange={list.search}
        />
      </Group>
      <Loaded query={query} what="games" rows={5}>
        {(data) => (
          <>
            <GameTable games={data.games} onShow={setShown} />
            <Pager page={list.params.page} total={data.total} unit="games" onPage={list.goTo} />
          </>
        )}
      </Loaded>
      <PrizePlanDialog game={shown} onClose={() => setShown(null)} />
    </Panel>
  );
}

function GameTable({ games, onShow }: { games: readonly AdminGame[]; onShow(game: AdminGame): void }) {
  return (
    <AdminTable
      label="Table of games with prizes"
      rows={games}
      getRowKey={({ id }) => id}
      empty="No games found"
      columns={[
        ['Game', ({ name }) => name],
        ['Status', ({ status }) => status],
        ['Starts', ({ start_time }) => formatInstant(start_time)],
        ['Entry fee', ({ entry_fee }) => formatAmount(entry_fee)],
        ['Entries', ({ participation_count }) => formatNumber(participation_count)],
        [
          'Actions',
          (game) => (
            <Button
              size="sm"
              variant="default"
              aria-label={`Prize plan of ${game.name}`}
              onClick={() => onShow(game)}
            >
              Prize plan
            </Button>
          ),
        ],
      ]}
    />
  );
}
