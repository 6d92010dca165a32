import type { ResultDocument, SettledGame } from '@touchline/api/http/results';
import { useNow } from '@touchline/host/use-now';
import { Badge, Text } from '@touchline/ui/base';
import { formatCount, formatDayTime, plural } from '@touchline/ui/format';

interface PaymentStateProps {
  payment: Pick<SettledGame, 'state' | 'prizes' | 'prizes_paid' | 'reclaimed'>;
}

/** State of the payment of a settled game. */
export function PaymentState({ payment: { state, prizes, prizes_paid, reclaimed } }: PaymentStateProps) {
  if (prizes === 0 || state === 'NONE') return <Badge color="gray">No prizes</Badge>;
  if (state === 'PAID') return <Badge color="grass">Paid</Badge>;
  if (reclaimed) return <Badge color="warn">Unclaimed prizes still owed</Badge>;
  if (state !== 'FUNDED') return <Badge color="warn">Waiting for funding</Badge>;
  return (
    <Badge color="gold" className="tl-figures">
      {`${formatCount(prizes_paid)} of ${plural(prizes, 'prize')} paid`}
    </Badge>
  );
}

/** Sentence about the payment for the winners. */
export function PaymentNote({ result }: { result: ResultDocument }) {
  return <Text role="status">{describePayment(result, useNow())}</Text>;
}

function describePayment({ state, prizes, prizes_paid, reclaimed, funding }: ResultDocument, now: number) {
  const unpaid = prizes - prizes_paid;
  if (prizes === 0 || state === 'NONE') return 'This game pays no prizes.';
  if (state === 'PAID')
    return prizes === 1
      ? "The prize is paid to the winner's wallet."
      : `All ${plural(prizes, 'prize')} are paid to the winners' wallets.`;
  if (reclaimed)
    return `${plural(unpaid, 'prize')} stayed unclaimed and went back to the treasury. ${unpaid === 1 ? 'It is still owed to the winner' : 'They are still owed to the winners'}: contact support.`;
  if (!funding)
    return 'The result is final. Prizes can be paid as soon as the operator has moved them into the prize vault.';
  if (now < Date.parse(funding.claims_open_at))
    return `The prize vault holds ${prizes === 1 ? 'the prize' : 'all prizes'}. It pays from ${formatDayTime(funding.claims_open_at)} on.`;
  if (prizes_paid === 0)
    return `The vault holds ${prizes === 1 ? 'the prize; its winner can claim it' : 'all prizes; their winners can claim them'} in My Teams.`;
  return `${formatCount(prizes_paid)} of ${plural(prizes, 'prize')} paid. ${unpaid === 1 ? 'The vault holds the remaining one; its winner can claim it' : 'The vault holds the others; their winners can claim them'} in My Teams.`;
}
