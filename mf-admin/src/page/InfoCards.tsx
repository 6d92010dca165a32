import { UnstyledButton } from '@touchline/ui/base';
import { IconCoins, IconInfoCircle, IconUsers } from '@touchline/ui/icons';
import classes from './AdminPage.module.css';
import type { Section } from './sections.tsx';

const CARDS: readonly { title: string; text: string; section: Section; Icon: typeof IconUsers }[] = [
  {
    title: 'Participations',
    text: 'Search entries and correct teams and points. Every change is recorded.',
    section: 'records',
    Icon: IconUsers,
  },
  {
    title: 'Staking Records',
    text: "Search stakes and correct them. Changes update the wallet's coefficient.",
    section: 'records',
    Icon: IconCoins,
  },
  {
    title: 'System Overview',
    text: 'See the health of every service, manage remotes and switches, and end sessions.',
    section: 'system',
    Icon: IconInfoCircle,
  },
];

/** Cards that introduce the dashboard; each opens its section (ADMIN-03). */
export function InfoCards({ onOpen }: { onOpen(section: Section): void }) {
  return (
    <ul className={classes.cards}>
      {CARDS.map(({ title, text, section, Icon }) => (
        <li key={title}>
          <UnstyledButton className={classes.card ?? ''} onClick={() => onOpen(section)}>
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
