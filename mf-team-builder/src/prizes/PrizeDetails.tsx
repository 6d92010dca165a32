import type { Game } from '@touchline/api/http/games';
import { useNow } from '@touchline/host/use-now';
import { formatPrize, plural } from '@touchline/ui/format';
import { IconAward } from '@touchline/ui/icons';
import { PrizeSheet } from './PrizeSheet.tsx';
import { describeCondition, formatPrizeLabel } from './prize-texts.ts';
import classes from './prizes.module.css';

interface PrizeDetailsProps {
  game: Game;
  className: string;
  /** Shows pool, first prize and places paid while collapsed. */
  withTotals?: boolean;
}

/** Expandable section "Prizes" of a game. */
export function PrizeDetails({ game, className, withTotals = false }: PrizeDetailsProps) {
  return (
    <details className={`${classes.details} ${className}`}>
      <summary>
        <IconAward size={20} className={classes.icon} aria-hidden="true" />
        <span>Prizes</span>
        {withTotals ? <Totals game={game} /> : null}
      </summary>
      <PrizeSheet game={game} />
    </details>
  );
}

function Totals({ game }: { game: Game }) {
  const condition = describeCondition(game, useNow());
  const { prizes } = game;
  const label = formatPrizeLabel(prizes);
  if (label === null) return null;
  return (
    <span className={classes.totals}>
      <b>{label}</b>
      {condition ? <span className={classes.condition}>{condition}</span> : null}
      {prizes.places_paid > 0 ? (
        <small>
          First prize {formatPrize(prizes.first_prize, prizes.token)}, {plural(prizes.places_paid, 'place')}{' '}
          paid
        </small>
      ) : null}
    </span>
  );
}
