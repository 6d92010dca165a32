import { useHost } from '@touchline/host/host';
import { IconArrowRight, IconExternalLink } from '@touchline/ui/icons';
import classes from './HomePage.module.css';

/** HOME-04: three cards and the social link. */
export function Links() {
  const { links } = useHost().config;
  const cards = [
    { href: links.analytics, title: 'Price analytics', text: 'Charts and volume of the token.' },
    {
      href: links.white_paper,
      title: 'White paper',
      text: 'Download how the game and the token work.',
      file: true,
    },
    { href: links.trading_tools, title: 'Trading tools', text: 'Explore pools and transactions.' },
  ];
  return (
    <footer className={classes.footer}>
      <ul className={classes.points} aria-label="Links">
        {cards.map(({ href, title, text, file }) => (
          <li key={title}>
            <a
              className={classes.linkCard}
              href={href}
              {...(file ? { download: '' } : { target: '_blank', rel: 'noopener noreferrer' })}
            >
              <h2>
                {title} <IconArrowRight size={18} aria-hidden="true" />
              </h2>
              <p>{text}</p>
            </a>
          </li>
        ))}
      </ul>
      <a className={classes.social} href={links.social} target="_blank" rel="noopener noreferrer">
        Follow Touchline on X <IconExternalLink size={16} aria-hidden="true" />
      </a>
    </footer>
  );
}
