import { listPayouts, type Payout, payoutKind } from '@touchline/api/http/admin-money';
import { payoutState } from '@touchline/api/values';
import { Badge, Button, Group } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { Checkbox } from '@touchline/ui/pickers';
import { useState } from 'react';
import { POLLED_LIST, useAdminQuery } from '../admin.queries.ts';
import { AdminTable } from '../components/AdminTable.tsx';
import { CursorPage } from '../components/CursorPage.tsx';
import { createRunnerHook } from '../components/create-runner-hook.ts';
import { Filters } from '../components/Filters.tsx';
import { Panel } from '../components/Panel.tsx';
import { TransactionLink } from '../components/TransactionLink.tsx';
import { useCursorList } from '../components/use-cursor-list.ts';
import { useKeptState } from '../components/use-kept-state.ts';
import { Wallet } from '../components/Wallet.tsx';
import { formatAmount, formatInstant, formatNumber } from '../format.ts';
import { BatchStatus } from './BatchStatus.tsx';
import classes from './money.module.css';
import { PayoutDialog } from './PayoutDialog.tsx';
import { PayoutRunner } from './payout-runner.ts';

const STATE_COLOURS: Readonly<Record<Payout['state'], string>> = {
  DUE: 'yellow',
  SENDING: 'info',
  SENT: 'info',
  CONFIRMED: 'green',
};

/** True if the payout can be sent now. */
const isPayable = ({ state, payable }: Payout) => state === 'DUE' && payable;

const usePayoutRunner = createRunnerHook(PayoutRunner);

/** Payouts due and sent, with buttons to send them one by one or in a batch. */
export function Payouts() {
  const list = useCursorList({ state: '', kind: '' });
  const query = useAdminQuery(listPayouts, { query: list.filters }, POLLED_LIST);
  const { runner, state } = usePayoutRunner();
  const [shownId, setShownId] = useKeptState<string | null>('open payout', null);
  return (
    <Panel
      title="Payouts"
      aside={
        query.data ? (
          <Badge size="lg" color="info">
            {`${formatNumber(query.data.total)} total, ${formatAmount(query.data.owed_total)} due`}
          </Badge>
        ) : null
      }
    >
      <BatchStatus runner={runner} state={state} onShow={setShownId} />
      <Filters
        list={list}
        placeholder="Search by wallet, transaction, game..."
        choices={{
          state: { label: 'State', all: 'All states', values: payoutState.options },
          kind: { label: 'Kind', all: 'All kinds', values: payoutKind.options },
        }}
      />
      <CursorPage list={list} query={query} what="payouts" rows={5}>
        {(data) => (
          <PayoutPage
            key={JSON.stringify(list.filters)}
            payouts={data.payouts}
            onShow={setShownId}
            onPay={(ids) => runner.pay(ids)}
          />
        )}
      </CursorPage>
      <PayoutDialog id={shownId} runner={runner} onClose={() => setShownId(null)} />
    </Panel>
  );
}

interface PayoutPageProps {
  payouts: readonly Payout[];
  onShow(id: string): void;
  onPay(ids: readonly string[]): void;
}

/** A page of payouts and its selection, which is empty on another page or after another filter: only visible payouts are paid. */
function PayoutPage({ payouts, onShow, onPay }: PayoutPageProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const payable = payouts.filter(isPayable).map(({ id }) => id);
  const selected = payable.filter((id) => chosen.has(id));
  function pay(ids: readonly string[]) {
    onPay(ids);
    setChosen(new Set(selected.filter((id) => !ids.includes(id))));
  }
  return (
    <>
      <Group justify="space-between" gap="0.75rem 1.5rem" mb={8}>
        <Checkbox
          label={`All ${formatNumber(payable.length)} payable on this page`}
          disabled={payable.length === 0}
          checked={payable.length > 0 && selected.length === payable.length}
          onChange={({ currentTarget }) => setChosen(new Set(currentTarget.checked ? payable : []))}
        />
        <Button disabled={selected.length === 0} onClick={() => pay(selected)}>
          {`Pay selected (${selected.length})`}
        </Button>
      </Group>
      <PayoutTable
        payouts={payouts}
        chosen={chosen}
        onChoose={setChosen}
        onShow={onShow}
        onPay={(id) => pay([id])}
      />
    </>
  );
}

interface PayoutTableProps {
  payouts: readonly Payout[];
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
  onShow(id: string): void;
  onPay(id: string): void;
}

function PayoutTable({ payouts, chosen, onChoose, onShow, onPay }: PayoutTableProps) {
  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  }
  return (
    <AdminTable
      label="Table of payouts"
      rows={payouts}
      getRowKey={({ id }) => id}
      empty="No payouts found"
      fixed="To"
      columns={[
        [
          'Pay',
          (payout) => (
            <Checkbox
              aria-label={`Select ${payout.because}`}
              disabled={!isPayable(payout)}
              checked={chosen.has(payout.id)}
              onChange={() => toggle(payout.id)}
            />
          ),
        ],
        ['Due', ({ due_at }) => formatInstant(due_at)],
        ['Description', ({ because, kind }) => <Description because={because} kind={kind} />],
        ['To', ({ recipient }) => <Wallet address={recipient} />],
        ['Amount', ({ amount }) => <span title={amount}>{formatAmount(amount)}</span>],
        ['State', (payout) => <State payout={payout} />],
        ['Transaction', ({ transaction_hash }) => <TransactionLink hash={transaction_hash} />],
        [
          'Actions',
          (payout) => (
            <Group gap={8} wrap="nowrap">
              <Button size="sm" variant="default" onClick={() => onShow(payout.id)}>
                Details
              </Button>
              {isPayable(payout) ? (
                <Button size="sm" onClick={() => onPay(payout.id)}>
                  Pay
                </Button>
              ) : null}
            </Group>
          ),
        ],
      ]}
    />
  );
}

function Description({ because, kind }: Pick<Payout, 'because' | 'kind'>) {
  return (
    <span className={classes.why}>
      {because} <Badge color="gray">{kind}</Badge>
    </span>
  );
}

function State({ payout: { state, payable, locked, payer } }: { payout: Payout }) {
  return (
    <>
      <Badge color={STATE_COLOURS[state]}>{state}</Badge>
      {state === 'DUE' && !payable ? (
        <div className={classes.note}>{locked ? 'Given up: locked for up to a day' : 'Not final yet'}</div>
      ) : null}
      {state === 'SENDING' && payer ? <div className={classes.note}>{`by ${shortHex(payer)}`}</div> : null}
    </>
  );
}
