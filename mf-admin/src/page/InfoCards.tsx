import { UnstyledButton } from '@touchline/ui/base';
import { IconCoins, IconInfoCircle, IconUsers } from '@touchline/ui/icons';
import classes from './AdminPage.module.css';
import type { Section } from './sections.tsx';

const CARDS: readonly { title: string; text: string; section: Section; Icon: typeof IconUsers }[] = [
  {
    title: 'Participations',
    text: 'Search every entry; correct teams and points, with a record of each change.',
    section: 'records',
    Icon: IconUsers,
  },
  {
    title: 'Staking Records',
    text: 'Stakes with their locks; a wallet’s coefficient follows what you change.',
    section: 'records',
    Icon: IconCoins,
  },
  {
    title: 'System Overview',
    text: 'Health of every part, remotes, switches, and sessions to end.',
    section: 'system',
    Icon: IconInfoCircle,
  },
];

/** ADMIN-03: what the dashboard is for; each card opens its part. */
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
