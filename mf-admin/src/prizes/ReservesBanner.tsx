import { reserves } from '@touchline/api/http/reserves';
import { Alert } from '@touchline/ui/data';
import { formatPrize } from '@touchline/ui/format';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { formatRatio, isCovered } from '@touchline/ui/ReservesTable';
import { RESERVES, useAdminQuery } from '../admin.queries.ts';

/** Warning above all sections while the reserves in a token do not cover the debts in it. */
export function ReservesBanner() {
  const { data } = useAdminQuery(reserves, {}, RESERVES);
  if (!data || data.covered) return null;
  return (
    <Alert
      color="danger"
      variant="filled"
      role="alert"
      title="Reserves do not cover all debts"
      icon={<IconAlertTriangle aria-hidden="true" />}
    >
      {data.tokens
        .filter((each) => !isCovered(each))
        .map(({ token, assets, owed, ratio }) => {
          const missing = formatPrize((BigInt(owed) - BigInt(assets)).toString(), token);
          return `${token.symbol}: ${missing} missing (${formatRatio(ratio ?? 0)} covered).`;
        })
        .join(' ')}{' '}
      Add tokens to the treasury. Games with a guarantee stay closed until then.
    </Alert>
  );
}
