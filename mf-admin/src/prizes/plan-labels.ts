import type { PrizeSummary } from '@touchline/api/http/prize-plans';

export const TEMPLATES: Readonly<Record<PrizeSummary['template'], string>> = {
  TOP: 'Top fifth of the field',
  HALF: 'Top half, equal prizes',
  WINNER: 'Winner takes all',
  FIXED: 'Fixed rows',
};

export const ELIGIBILITIES: Readonly<Record<PrizeSummary['eligibility'], string>> = {
  ALL: 'All entries',
  STAKERS: 'Wallets with an active stake',
  ENTRANTS: 'Wallets with a paid entry this season',
};
