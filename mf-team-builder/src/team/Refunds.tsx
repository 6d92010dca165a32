import type { Refund } from '@touchline/api/http/entries';
import { useHost } from '@touchline/host/host';
import { formatTokens } from '@touchline/ui/format';
import { IconCoins } from '@touchline/ui/icons';
import { OnChain } from '@touchline/ui/OnChain';
import classes from './team.module.css';

const BECAUSE: Readonly<Record<string, string>> = {
  GAME_CANCELLED: 'the game was cancelled',
  OVERPAID: 'you paid more than the entry fee',
  ALREADY_JOINED: 'you paid twice',
  UNDERPAID: 'it was less than the entry fee',
  GAME_FULL: 'no seat was left',
  JOIN_CLOSED: 'it came after the join deadline',
};

/** A payout that somebody is paying is still on its way to the player. */
const WORDS: Readonly<Record<Refund['state'], (amount: string) => string>> = {
  DUE: (amount) => `You get ${amount} back`,
  SENDING: (amount) => `You get ${amount} back`,
  SENT: (amount) => `${amount} are on their way back to you`,
  CONFIRMED: (amount) => `You got ${amount} back`,
};

/** What goes back to the player of a paid game, with the transaction once there is one. */
export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null;
  return (
    <ul className={classes.refunds} aria-label="Refunds">
      {refunds.map((refund) => (
        <RefundLine key={`${refund.reason} ${refund.transaction_hash ?? refund.state}`} refund={refund} />
      ))}
    </ul>
  );
}

function RefundLine({ refund: { reason, state, amount, transaction_hash } }: { refund: Refund }) {
  const { explorer } = useHost().config.chain;
  const because = BECAUSE[reason];
  return (
    <li>
      <IconCoins size={18} aria-hidden />
      <span>
        {WORDS[state](`${formatTokens(amount)} FOOTBALL`)}
        {because ? `: ${because}` : null}.{' '}
        {transaction_hash === null ? null : (
          <OnChain kind="transaction" value={transaction_hash} explorer={explorer} />
        )}
      </span>
    </li>
  );
}
