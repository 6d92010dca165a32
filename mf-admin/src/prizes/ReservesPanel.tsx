import { RESERVES_CSV_PATH, reserves } from '@touchline/api/http/reserves';
import { useHost } from '@touchline/host/host';
import { Anchor, Text } from '@touchline/ui/base';
import { formatCount } from '@touchline/ui/format';
import { ReservesTable } from '@touchline/ui/ReservesTable';
import { RESERVES, useAdminQuery } from '../admin.queries.ts';
import { Loaded } from '../components/Loaded.tsx';
import { Panel } from '../components/Panel.tsx';
import { formatInstant } from '../format.ts';
import classes from './prizes.module.css';

/** Balances and debts by token, with their ratio. */
export function ReservesPanel() {
  const { config } = useHost();
  const query = useAdminQuery(reserves, {}, RESERVES);
  return (
    <Panel
      title="Reserves"
      aside={
        <Anchor href={`/api${RESERVES_CSV_PATH}`} download>
          Download CSV
        </Anchor>
      }
    >
      <Loaded query={query} what="reserves" rows={4}>
        {(data) => (
          <>
            <Text fz="sm" c="dimmed" mb="sm">
              {`Balances at block ${formatCount(data.block)}, computed ${formatInstant(data.computed_at)}`}
            </Text>
            <div className={classes.tokens}>
              {data.tokens.map((reserves) => (
                <ReservesTable
                  key={reserves.token.address}
                  reserves={reserves}
                  explorer={config.chain.explorer}
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  );
}
