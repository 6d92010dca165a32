/** The action offered after a rejected payment. */
type NextStep = 'try-again' | 'other-game' | 'my-teams';

interface ErrorMessage {
  title: string;
  /** Explains where the money is. */
  moneyText: string;
  next: NextStep;
}

/** Title of PAY-16. */
const PAID = 'Payment successful but failed to create team. Please contact support.';
const REFUND = 'Your payment is safe: it is recorded and listed for refund to the wallet that sent it.';
const ON_CHAIN =
  'If FOOTBALL left your wallet, it is recorded on the chain and will be matched to your team or listed for refund.';

const REFUNDED = { title: PAID, moneyText: REFUND, next: 'other-game' } as const;

const MESSAGES: Readonly<Record<string, ErrorMessage>> = {
  GAME_FULL: REFUNDED,
  GAME_CANCELLED: REFUNDED,
  JOIN_CLOSED: REFUNDED,
  UNDERPAID: { ...REFUNDED, next: 'try-again' },
  TX_REVERTED: {
    title: 'Payment Failed',
    moneyText: 'Only the network fee left your wallet.',
    next: 'try-again',
  },
  TX_NOT_FOUND: {
    title: 'Payment Failed',
    moneyText:
      'Check your wallet before you pay again. If the payment is mined after all, it still counts or is listed for refund.',
    next: 'try-again',
  },
  ALREADY_JOINED: {
    title: 'You are already in this game',
    moneyText:
      'If this was a second payment, it is recorded and listed for refund to the wallet that sent it.',
    next: 'my-teams',
  },
};

/** Returns the texts for a payment that the server has finally rejected. */
export function getErrorMessage(code: string): ErrorMessage {
  return MESSAGES[code] ?? { title: PAID, moneyText: ON_CHAIN, next: 'other-game' };
}
