import type { PrizeState } from '@touchline/api/http/prize-plans';

/** Labels and badge colours of the states from the review on. */
const SETTLEMENT_STATES = {
  REVIEW: { label: 'In review', color: 'yellow' },
  SETTLED: { label: 'To be funded', color: 'warn' },
  FUNDED: { label: 'Being paid', color: 'info' },
  PAID: { label: 'Paid', color: 'green' },
  NONE: { label: 'Nothing to pay', color: 'gray' },
} as const satisfies Partial<Record<PrizeState, { label: string; color: string }>>;

type SettlementState = keyof typeof SETTLEMENT_STATES;

export const SETTLEMENT_STATE_OPTIONS = Object.entries(SETTLEMENT_STATES).map(([value, { label }]) => ({
  value,
  label,
}));

export const describeState = (state: PrizeState) =>
  state in SETTLEMENT_STATES
    ? SETTLEMENT_STATES[state as SettlementState]
    : { label: 'Not final', color: 'gray' };
