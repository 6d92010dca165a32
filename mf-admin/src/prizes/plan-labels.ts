import type { AdminPrizePlan } from '@touchline/api/http/admin-prizes';
import type { PrizeSummary } from '@touchline/api/http/prize-plans';
import { formatCount, formatPrize } from '@touchline/ui/format';

export const TEMPLATES: Readonly<Record<PrizeSummary['template'], string>> = {
  TOP: 'About the top fifth of the field',
  HALF: 'Top half, equal prizes',
  WINNER: 'Winner takes all',
  FIXED: 'Fixed rows',
};

export const ELIGIBILITIES: Readonly<Record<PrizeSummary['eligibility'], string>> = {
  ALL: 'All entries',
  STAKERS: 'Wallets with an active stake',
  ENTRANTS: 'Wallets with a paid entry this season',
};

/** Labels and texts of the announced prizes. */
export function describePlan({
  prizes,
}: Pick<AdminPrizePlan, 'prizes'>): (readonly [label: string, text: string])[] {
  const { token } = prizes;
  return [
    ['Pool', formatPrize(prizes.pool, token)],
    ['Guarantee', prizes.guarantee === '0' ? 'None' : formatPrize(prizes.guarantee, token)],
    ['Commission', `${prizes.commission_bps / 100}%`],
    ['Template', TEMPLATES[prizes.template]],
    ['First prize', formatPrize(prizes.first_prize, token)],
    ['Places paid', formatCount(prizes.places_paid)],
    ['Minimum entries', formatCount(prizes.min_entries)],
    ['Eligibility', ELIGIBILITIES[prizes.eligibility]],
  ];
}

/** Describes the differences between two versions of a plan, one text per field. */
export function describeDifferences(before: AdminPrizePlan, after: AdminPrizePlan): string[] {
  const describe = (plan: AdminPrizePlan) => [...describePlan(plan), ['Rows', describeRows(plan)] as const];
  const texts = new Map(describe(before));
  return describe(after)
    .filter(([label, text]) => texts.get(label) !== text)
    .map(([label, text]) => `${label}: was ${texts.get(label)}, is now ${text}`);
}

/** "1: 100 WLD, 2-5: 10 WLD" */
function describeRows({ rows, prizes: { token } }: AdminPrizePlan): string {
  const texts = rows.map(
    ({ from, to, amount }) => `${from === to ? from : `${from}-${to}`}: ${formatPrize(amount, token)}`,
  );
  return texts.join(', ') || 'none';
}
