import { type AdminSettlement, listUnpaidPrizes } from '@touchline/api/http/admin-prizes';
import { useNow } from '@touchline/host/use-now';
import { Button, Text, Title } from '@touchline/ui/base';
import { formatCount, formatPrize, formatPrizeExact, plural } from '@touchline/ui/format';
import { POLLED_LIST, useAdminQuery } from '../admin.queries.ts';
import { AdminTable } from '../components/AdminTable.tsx';
import { CursorPage } from '../components/CursorPage.tsx';
import { useCursorList } from '../components/use-cursor-list.ts';
import { Wallet } from '../components/Wallet.tsx';
import { formatInstant } from '../format.ts';
import type { PrizeRunner } from './prize-runner.ts';

interface PaymentProps {
  settlement: AdminSettlement;
  runner: PrizeRunner;
  isBusy: boolean;
}

/** Unpaid prizes of a funded settlement, and the button to pay them in batches of 100. */
export function Payment({ settlement, runner, isBusy }: PaymentProps) {
  const { game_id: game, game_name: name, funding } = settlement;
  const { token } = settlement.prizes;
  const list = useCursorList();
  const query = useAdminQuery(listUnpaidPrizes, { params: { id: game }, query: list.filters }, POLLED_LIST);
  const now = useNow();
  const opensAt = funding?.claims_open_at ?? null;
  const isOpen = opensAt !== null && Date.parse(opensAt) <= now;
  return (
    <section aria-label="Unpaid prizes">
      <Title order={3} size="h4" mb={8}>
        Unpaid prizes
      </Title>
      <CursorPage list={list} query={query} what="unpaid prizes" rows={3}>
        {(data) => (
          <>
            <Text fz="sm" c="dimmed" mb="sm">
              {`${plural(data.total, 'prize')}, ${formatPrize(data.amount, token)} in total. `}
              {isOpen || opensAt === null
                ? 'Each transaction pays up to 100 prizes from the vault; any account can send it. Prizes that winners have already claimed are skipped.'
                : `The vault pays from ${formatInstant(opensAt)} on.`}
            </Text>
            <Button
              mb="sm"
              disabled={isBusy || !isOpen || data.total === 0}
              onClick={() => runner.pay({ game, name }, data.total)}
            >
              {`Pay ${plural(data.total, 'prize')}`}
            </Button>
            <AdminTable
              label="Table of unpaid prizes"
              rows={data.claims}
              getRowKey={({ index }) => String(index)}
              empty="Every prize is paid, or its payment waits for a final block."
              columns={[
                ['Leaf', ({ index }) => formatCount(index)],
                ['Wallet', ({ account }) => <Wallet address={account} />],
                [
                  'Prize',
                  ({ amount }) => (
                    <span title={formatPrizeExact(amount, token)}>{formatPrize(amount, token)}</span>
                  ),
                ],
              ]}
            />
          </>
        )}
      </CursorPage>
    </section>
  );
}
