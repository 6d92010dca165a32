/** What the user can do about a refused payment. */
type NextStep = 'try-again' | 'other-game' | 'my-teams';

interface ErrorMessage {
  title: string;
  /** Where the money is. */
  safe: string;
  next: NextStep;
}

/** PAY-16 */
const PAID = 'Payment successful but failed to create team. Please contact support.';
const REFUND = 'Your payment is safe: it is recorded and listed for refund to the wallet that sent it.';
const ON_CHAIN =
  'If FOOTBALL left your wallet, it is recorded on the chain and will be matched to your team or listed for refund.';

const REFUNDED = { title: PAID, safe: REFUND, next: 'other-game' } as const;

const WORDS: Readonly<Record<string, ErrorMessage>> = {
  GAME_FULL: REFUNDED,
  GAME_CANCELLED: REFUNDED,
  JOIN_CLOSED: REFUNDED,
  UNDERPAID: { ...REFUNDED, next: 'try-again' },
  TX_REVERTED: {
    title: 'Payment Failed',
    safe: 'Only the network fee left your wallet.',
    next: 'try-again',
  },
  ALREADY_JOINED: {
    title: 'You are already in this game',
    safe: 'If this was a second payment, it is recorded and listed for refund to the wallet that sent it.',
    next: 'my-teams',
  },
};

/** The texts for a payment that the server refused for good. */
export function getErrorMessage(code: string): ErrorMessage {
  return WORDS[code] ?? { title: PAID, safe: ON_CHAIN, next: 'other-game' };
}
