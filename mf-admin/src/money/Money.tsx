import { Stack } from '@touchline/ui/base';
import { Payments } from './Payments.tsx';
import { Payouts } from './Payouts.tsx';

/** Payouts due and sent, and payments that are not entries. */
export function Money() {
  return (
    <Stack>
      <Payouts />
      <Payments />
    </Stack>
  );
}
