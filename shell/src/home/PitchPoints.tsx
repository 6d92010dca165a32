import { IconCoins, IconShirtSport, IconTrophy } from '@touchline/ui/icons';
import classes from './HomePage.module.css';

const POINTS = [
  {
    icon: IconShirtSport,
    title: 'Build a dream team',
    text: 'Fifteen players, a budget of £100m and at most two from any club. Pick your formation and choose your captain.',
  },
  {
    icon: IconCoins,
    title: 'Stake tokens',
    text: 'Stake FOOTBALL to raise your coefficient, so every point your team earns counts for more.',
  },
  {
    icon: IconTrophy,
    title: 'Compete for prizes',
    text: 'Weekly games, tournaments and the season-long game. Points and ranks update while matches are played.',
  },
];

export function PitchPoints() {
  return (
    <section aria-label="How it works">
      <ul className={classes.points}>
        {POINTS.map(({ icon: Icon, title, text }) => (
          <li key={title} className={classes.card}>
            <Icon size={28} stroke={1.6} className={classes.pointIcon} aria-hidden="true" />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
