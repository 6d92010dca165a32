import { IconCoins, IconLock, IconTrophy } from '@touchline/ui/icons';
import classes from './chooser.module.css';

const POINTS = [
  { icon: IconLock, text: 'Lock tokens before the season for multipliers' },
  { icon: IconCoins, text: '3% APY' },
  { icon: IconTrophy, text: 'Unlock at season end' },
];

/** What staking does for a team (CHOOSE-03). */
export function CoefficientPanel() {
  return (
    <section className={classes.boost} aria-labelledby="boost-title">
      <h2 id="boost-title" className={classes.boostTitle}>
        Boost Your Coefficient
      </h2>
      <ul className={classes.boostPoints}>
        {POINTS.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={22} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
