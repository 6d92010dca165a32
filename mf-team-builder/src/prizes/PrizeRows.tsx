import type { PrizeSummary } from '@touchline/api/http/prize-plans';
import { formatCount, formatPrize } from '@touchline/ui/format';
import { formatPrizeLabel, isGuaranteed } from './prize-texts.ts';
import classes from './prizes.module.css';

/** Prize, first prize and places paid, as rows of a description list. Renders nothing without prizes. */
export function PrizeRows({ prizes }: { prizes: PrizeSummary }) {
  const label = formatPrizeLabel(prizes);
  if (label === null) return null;
  return (
    <>
      <div data-prize>
        <dt>Prize{isGuaranteed(prizes) ? <span className={classes.guaranteed}>Guaranteed</span> : null}</dt>
        <dd>{label}</dd>
      </div>
      {prizes.places_paid > 0 ? (
        <>
          <div>
            <dt>First prize</dt>
            <dd>{formatPrize(prizes.first_prize, prizes.token)}</dd>
          </div>
          <div>
            <dt>Places paid</dt>
            <dd>{formatCount(prizes.places_paid)}</dd>
          </div>
        </>
      ) : null}
    </>
  );
}
