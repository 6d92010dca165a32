import { type AdminSettlement, listSettlements } from '@touchline/api/http/admin-prizes';
import { Badge, Button, Group } from '@touchline/ui/base';
import { formatCount, formatPrize } from '@touchline/ui/format';
import { NativeSelect } from '@touchline/ui/forms';
import { POLLED_LIST, useAdminQuery } from '../admin.queries.ts';
import { AdminTable } from '../components/AdminTable.tsx';
import { CursorPage } from '../components/CursorPage.tsx';
import { Panel } from '../components/Panel.tsx';
import { useCursorList } from '../components/use-cursor-list.ts';
import { useKeptState } from '../components/use-kept-state.ts';
import { formatInstant } from '../format.ts';
import { JobStatus } from './JobStatus.tsx';
import type { PrizeRunner, PrizeRunnerState } from './prize-runner.ts';
import { SettlementDialog } from './SettlementDialog.tsx';
import { StateBadge } from './StateBadge.tsx';
import { SETTLEMENT_STATE_OPTIONS } from './settlement-states.ts';

interface SettlementsProps {
  runner: PrizeRunner;
  state: PrizeRunnerState;
}

/** Progress of a funding or payment, and settlements in review, to be funded, being paid and paid. */
export function Settlements({ runner, state }: SettlementsProps) {
  const list = useCursorList({ state: '' });
  const query = useAdminQuery(listSettlements, { query: list.filters }, POLLED_LIST);
  const [shownId, setShownId] = useKeptState<string | null>('open settlement', null);
  return (
    <>
      {shownId === null ? <JobStatus runner={runner} state={state} /> : null}
      <Panel
        title="Settlements"
        aside={
          query.data ? (
            <Badge size="lg" color="info">
              {`${formatCount(query.data.total)} total`}
            </Badge>
          ) : null
        }
      >
        <Group gap="xs" mb="sm">
          <NativeSelect
            aria-label="State of settlements"
            data={[{ value: '', label: 'All states' }, ...SETTLEMENT_STATE_OPTIONS]}
            value={list.typed.state ?? ''}
            onChange={({ currentTarget }) => list.set('state', currentTarget.value)}
          />
        </Group>
        <CursorPage list={list} query={query} what="settlements" rows={5}>
          {(data) => <SettlementTable settlements={data.settlements} onShow={setShownId} />}
        </CursorPage>
        <SettlementDialog id={shownId} runner={runner} state={state} onClose={() => setShownId(null)} />
      </Panel>
    </>
  );
}

interface SettlementTableProps {
  settlements: readonly AdminSettlement[];
  onShow(id: string): void;
}

function SettlementTable({ settlements, onShow }: SettlementTableProps) {
  return (
    <AdminTable
      label="Table of settlements"
      rows={settlements}
      getRowKey={({ game_id }) => game_id}
      empty="No settlements found. A settlement appears when the results of a game are final."
      columns={[
        ['Game', ({ game_name }) => game_name],
        ['State', (settlement) => <StateBadge settlement={settlement} />],
        ['Pool', ({ prizes }) => formatPrize(prizes.pool, prizes.token)],
        ['Winners', ({ winners, entries }) => `${formatCount(winners)} of ${formatCount(entries)}`],
        ['Paid', ({ prizes_paid, winners }) => `${formatCount(prizes_paid)} of ${formatCount(winners)}`],
        [
          'Review ends',
          ({ review_ends_at }) => (review_ends_at === null ? '-' : formatInstant(review_ends_at)),
        ],
        ['Settled', ({ settled_at }) => (settled_at === null ? '-' : formatInstant(settled_at))],
        [
          'Actions',
          ({ game_id, game_name }) => (
            <Button
              size="sm"
              variant="default"
              aria-label={`Details of ${game_name}`}
              onClick={() => onShow(game_id)}
            >
              Details
            </Button>
          ),
        ],
      ]}
    />
  );
}
