import type { Game } from '@touchline/api/http/games';
import { useNow } from '@touchline/host/use-now';
import { formatCount, formatPrize } from '@touchline/ui/format';
import { FactRows } from '../page/FactRows.tsx';
import { describeCondition, formatPrizeLabel } from './prize-texts.ts';
import classes from './prizes.module.css';

/** Prize, first prize, places paid and the smallest prize, as rows of a description list. Renders nothing without prizes. */
export function PrizeRows({ game }: { game: Game }) {
  const condition = describeCondition(game, useNow());
  const { prizes } = game;
  const label = formatPrizeLabel(prizes);
  if (label === null) return null;
  const smallest = prizes.table.at(-1)?.amount;
  return (
    <>
      <div data-prize>
        <dt className={classes.label}>
          Prize{condition ? <span className={classes.condition}>{condition}</span> : null}
        </dt>
        <dd>{label}</dd>
      </div>
      {prizes.places_paid > 0 ? (
        <FactRows
          rows={[
            ['First prize', formatPrize(prizes.first_prize, prizes.token)],
            ['Places paid', formatCount(prizes.places_paid)],
            ...(smallest === undefined
              ? []
              : [['Lowest prize', formatPrize(smallest, prizes.token)] as const]),
          ]}
        />
      ) : null}
    </>
  );
}
