import { useHost } from '@touchline/host/host';
import { IconArrowRight, IconExternalLink } from '@touchline/ui/icons';
import classes from './HomePage.module.css';

/** HOME-04: three cards and the social link. Links that the deployment has not configured are disabled. */
export function Links() {
  const { links } = useHost().config;
  return (
    <footer className={classes.footer}>
      <ul className={classes.points} aria-label="Links">
        <LinkCard href={links.analytics} title="Price analytics" text="Charts and volume of the token." />
        <LinkCard
          href={links.white_paper}
          title="White paper"
          text="Download the guide to the game and the token."
          download
        />
        <LinkCard href={links.trading_tools} title="Trading tools" text="Explore pools and transactions." />
      </ul>
      <a className={classes.social} {...buildLinkProps(links.social)}>
        Follow Touchline on X
        {links.social === '' ? '. Not published yet.' : <IconExternalLink size={16} aria-hidden="true" />}
      </a>
    </footer>
  );
}

/** Attributes of a link. Screen readers announce a link without a URL as disabled. */
const buildLinkProps = (href: string) =>
  href === ''
    ? ({ role: 'link', 'aria-disabled': true } as const)
    : ({ href, target: '_blank', rel: 'noopener noreferrer' } as const);

interface LinkCardProps {
  href: string;
  title: string;
  text: string;
  download?: boolean;
}

function LinkCard({ href, title, text, download = false }: LinkCardProps) {
  return (
    <li>
      <a
        className={classes.linkCard}
        {...buildLinkProps(href)}
        {...(download && href !== '' ? { download: '' } : {})}
      >
        <h2>
          {title} {href === '' ? null : <IconArrowRight size={18} aria-hidden="true" />}
        </h2>
        <p>{href === '' ? 'Not published yet.' : text}</p>
      </a>
    </li>
  );
}
