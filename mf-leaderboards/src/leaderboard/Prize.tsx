import type { PrizeState } from '@touchline/api/http/prize-plans';
import { VisuallyHidden } from '@touchline/ui/base';
import { formatCount, formatPrize, formatPrizeAmount, formatPrizeExact } from '@touchline/ui/format';
import { pluralPoints } from '../format.ts';
import type { DisplayRow } from './display-row.ts';
import classes from './leaderboard.module.css';
import { computeRowPrize, findNextPrize, type RowPrizes } from './row-prize.ts';

interface PrizeProps {
  row: DisplayRow;
  prizes: RowPrizes;
  /** True to show the symbol of the token. */
  withSymbol?: boolean;
}

/** Prize of a row; in the user's own row also the points to the next prize. */
export function Prize({ row, prizes, withSymbol = false }: PrizeProps) {
  const { token } = prizes.prizes.prizes;
  const prize = computeRowPrize(row.rank, prizes);
  const wei = prize?.amount.toString();
  return (
    <span className={classes.prizeCell}>
      {wei === undefined ? (
        <>
          <span aria-hidden="true">{withSymbol ? '' : '–'}</span>
          <VisuallyHidden>No prize</VisuallyHidden>
        </>
      ) : (
        <span className={classes.prize} title={formatPrizeExact(wei, token)}>
          {prize?.isUpperBound ? <span className={classes.fact}>up to </span> : null}
          {withSymbol ? formatPrize(wei, token) : formatPrizeAmount(wei, token)}
        </span>
      )}
      {row.is_current_user ? <NextPrize row={row} prizes={prizes} /> : null}
    </span>
  );
}

function NextPrize({ row, prizes }: Pick<PrizeProps, 'row' | 'prizes'>) {
  const { state, token } = prizes.prizes.prizes;
  const next = state === 'PROVISIONAL' ? findNextPrize(row, prizes.prizes) : null;
  if (!next) return null;
  return (
    <span className={classes.fact} title={`The next prize is ${formatPrize(next.amount, token)}`}>
      {pluralPoints(Math.max(next.points, 0.1))} from the next prize
    </span>
  );
}

/** Reports whether the amounts can still change. */
export const isProvisional = (state: PrizeState) =>
  state === 'PREVIEW' || state === 'PROVISIONAL' || state === 'REVIEW';

/** Text of the line below the last paid place. */
export function LastPaidPlace({ prizes }: Pick<PrizeProps, 'prizes'>) {
  return <>Last paid place: {formatCount(prizes.prizes.levels.at(-1)?.to ?? 0)}</>;
}
