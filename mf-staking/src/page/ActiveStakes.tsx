import type { MyStakes } from '@touchline/api/http/staking';
import { IconLock } from '@touchline/ui/icons';
import { exactAmount, shortAmount } from '../amounts.ts';
import { dayText } from '../dates.ts';
import classes from './StakingPage.module.css';

interface ActiveStakesProps {
  stakes: MyStakes['active_stakes'];
  signedIn: boolean;
}

/** Every active stake with its lock (STAKE-04). */
export function ActiveStakes({ stakes, signedIn }: ActiveStakesProps) {
  return (
    <section className={classes.panel} aria-labelledby="active-stakes">
      <h2 id="active-stakes" className={classes.heading}>
        Active Stakes
      </h2>
      {stakes.length === 0 ? (
        <p className={classes.none}>
          {signedIn
            ? 'Nothing staked yet: 1,000 FOOTBALL are enough for 1.05x.'
            : 'Yours show up here once you have signed in.'}
        </p>
      ) : (
        <ul className={classes.list}>
          {stakes.map((stake) => (
            <li key={stake.id} className={classes.item}>
              <span className={classes.amount} title={`${exactAmount(stake.amount)} FOOTBALL`}>
                {shortAmount(stake.amount)} <small>FOOTBALL</small>
              </span>
              <span className={classes.dates}>
                <span>Since {dayText(stake.lock_start_date)}</span>
                <span>
                  <IconLock size={14} aria-hidden="true" /> End of Season {dayText(stake.lock_end_date)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
