import { stakeInterest } from '@touchline/rules/stakes';
import { TOKEN_WEI, weiToTokens } from '@touchline/rules/tokens';
import { formatDate, formatTime, formatTokens } from '@touchline/ui/format';
import { PAYOUT_DAYS } from '../payout-terms.ts';

const RETURN = `An administrator sends tokens and interest back after that, normally within ${PAYOUT_DAYS} days.`;
const CENT = TOKEN_WEI / 100n;

/** Formats the end of the lock and the interest until then. */
export function formatLockTerms(adding: bigint, lockEnd: string | null, now: number): string {
  if (lockEnd === null) return `Locked until the end of the season. ${RETURN}`;
  // The clock of the page has fractions of milliseconds.
  const interest = stakeInterest(adding, Math.round(now), Date.parse(lockEnd));
  const interestText =
    interest < CENT
      ? ''
      : ` At 3% APY it earns about ${formatTokens(weiToTokens(interest - (interest % CENT)))} FOOTBALL by then.`;
  return `Locked until the end of the season, ${formatDate(lockEnd)}, ${formatTime(lockEnd)}.${interestText} ${RETURN}`;
}
