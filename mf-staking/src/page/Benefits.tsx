import { IconCalendarEvent, IconCoins, IconLock, IconTrophy, IconWallet } from '@touchline/ui/icons';
import { PAYOUT_DAYS } from '../payout-terms.ts';
import { Panel } from './Panel.tsx';
import classes from './StakingPage.module.css';

const BENEFITS = [
  { icon: IconTrophy, text: 'A coefficient from 1.05x to 1.25x on the points your teams earn' },
  {
    icon: IconCalendarEvent,
    text: "Applies from the next gameweek that hasn't kicked off, in all your games",
  },
  { icon: IconCoins, text: '3% APY on the tokens you lock' },
  { icon: IconLock, text: 'Tokens are locked until season end with automatic unlock' },
  {
    icon: IconWallet,
    text: `After the unlock an administrator sends your tokens and interest back in a batch, normally within ${PAYOUT_DAYS} days. Until then they are listed here as pending payouts`,
  },
];

/** STAKE-05 */
export function Benefits() {
  return (
    <Panel id="benefits" title="Staking Benefits">
      <ul className={classes.benefits}>
        {BENEFITS.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={22} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
