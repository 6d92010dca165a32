import type { PrizeState } from '@touchline/api/http/prize-plans';
import { Badge } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';

interface PaymentStateProps {
  state: PrizeState;
  /** Number of prizes, and of paid ones; null if unknown. */
  prizes: number;
  paid: number | null;
}

/** State of the payment of a settled game: to be funded, being paid, paid. */
export function PaymentState({ state, prizes, paid }: PaymentStateProps) {
  if (prizes === 0 || state === 'NONE') return <Badge color="gray">No prizes</Badge>;
  if (state === 'PAID') return <Badge color="grass">Paid</Badge>;
  if (state !== 'FUNDED') return <Badge color="warn">To be funded</Badge>;
  return (
    <Badge color="gold" className="tl-figures">
      Being paid{paid === null ? '' : `, ${paid} of ${plural(prizes, 'prize')}`}
    </Badge>
  );
}
