import type { Refund } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { formatTokens } from '@touchline/ui/format';
import { IconCoins } from '@touchline/ui/icons';
import { OnChain } from '@touchline/ui/OnChain';
import classes from './team.module.css';

const REASONS: Readonly<Record<string, string>> = {
  GAME_CANCELLED: 'the game was cancelled',
  OVERPAID: 'you paid more than the entry fee',
  ALREADY_JOINED: 'you paid twice',
  NO_RESERVATION: 'you had already paid',
  UNDERPAID: 'it was less than the entry fee',
  GAME_FULL: 'no seat was left',
  JOIN_CLOSED: 'it came after the join deadline',
};

/** A payout in state SENDING reads like one that is due, because the player has not received it yet. */
const STATE_TEXTS: Readonly<Record<Refund['state'], (amount: string) => string>> = {
  DUE: (amount) => `You will get ${amount} back`,
  SENDING: (amount) => `You will get ${amount} back`,
  SENT: (amount) => `${amount} is on its way back to you`,
  CONFIRMED: (amount) => `You got ${amount} back`,
};

/** Refunds of a paid game, each with its transaction once there is one. */
export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null;
  return (
    <ul className={classes.refunds} aria-label="Refunds">
      {refunds.map((refund, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two refunds can be equal
        <RefundLine key={index} refund={refund} />
      ))}
    </ul>
  );
}

function RefundLine({ refund: { reason, state, amount, transaction_hash } }: { refund: Refund }) {
  const { explorer } = useHost().config.chain;
  const reasonText = REASONS[reason];
  return (
    <li>
      <IconCoins size={18} aria-hidden />
      <span>
        {STATE_TEXTS[state](`${formatTokens(amount)} FOOTBALL`)}
        {reasonText ? `: ${reasonText}` : null}.{' '}
        {transaction_hash === null ? null : (
          <OnChain kind="transaction" value={transaction_hash} explorer={explorer} />
        )}
      </span>
    </li>
  );
}
