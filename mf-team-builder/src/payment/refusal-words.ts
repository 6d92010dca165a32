/** What a refused payment leads to: another try, another game, or the team that is there already. */
type Way = 'again' | 'other-game' | 'my-teams';

interface RefusalWords {
  title: string;
  /** Where the money is. */
  safe: string;
  way: Way;
}

/** PAY-16 */
const PAID = 'Payment successful but failed to create team. Please contact support.';
const REFUND = 'Your payment is safe: it is recorded and listed for refund to the wallet that sent it.';
const ON_CHAIN =
  'If FOOTBALL left your wallet, it is recorded on the chain: it is matched with your team or listed for refund.';

const REFUNDED = { title: PAID, safe: REFUND, way: 'other-game' } as const;

const WORDS: Readonly<Record<string, RefusalWords>> = {
  GAME_FULL: REFUNDED,
  GAME_CANCELLED: REFUNDED,
  JOIN_CLOSED: REFUNDED,
  UNDERPAID: { ...REFUNDED, way: 'again' },
  TX_REVERTED: {
    title: 'Payment Failed',
    safe: 'Nothing left your wallet but the network fee.',
    way: 'again',
  },
  ALREADY_JOINED: {
    title: 'You are in this game already',
    safe: 'If this was a second payment, it is recorded and listed for refund to the wallet that sent it.',
    way: 'my-teams',
  },
};

/** How a payment reads that the server did not take for good. */
export function refusalWords(code: string): RefusalWords {
  return WORDS[code] ?? { title: PAID, safe: ON_CHAIN, way: 'other-game' };
}
