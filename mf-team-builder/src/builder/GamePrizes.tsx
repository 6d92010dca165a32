import { useBuilder } from '../draft/builder-context.tsx';
import { PrizeDetails } from '../prizes/PrizeDetails.tsx';
import classes from './builder.module.css';

/** Prizes of the chosen game, shown before the team is created or paid for. */
export function GamePrizes() {
  const { game } = useBuilder();
  return game ? <PrizeDetails game={game} className={classes.prizes ?? ''} withTotals /> : null;
}
