import { UnstyledButton } from '@touchline/ui/base';
import { IconCoins, IconInfoCircle, IconUsers } from '@touchline/ui/icons';
import classes from './AdminPage.module.css';
import type { Place } from './sections.tsx';

const CARDS: readonly { title: string; text: string; place: Place; Icon: typeof IconUsers }[] = [
  {
    title: 'Participations',
    text: 'Search entries and correct teams and points. Every change is recorded.',
    place: { section: 'records', tab: 'participations' },
    Icon: IconUsers,
  },
  {
    title: 'Staking Records',
    text: "Search stakes and correct them. Changes update the wallet's coefficient.",
    place: { section: 'records', tab: 'stakes' },
    Icon: IconCoins,
  },
  {
    title: 'System Overview',
    text: 'See the health of every service, manage remotes and switches, and end sessions.',
    place: { section: 'system' },
    Icon: IconInfoCircle,
  },
];

/** Cards that introduce the dashboard; each opens its section or table (ADMIN-03). */
export function InfoCards({ onOpen }: { onOpen(place: Place): void }) {
  return (
    <ul className={classes.cards}>
      {CARDS.map(({ title, text, place, Icon }) => (
        <li key={title}>
          <UnstyledButton className={classes.card ?? ''} onClick={() => onOpen(place)}>
            <Icon size={24} aria-hidden="true" />
            <span>
              <strong>{title}</strong>
              <span className={classes.cardText}>{text}</span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
