import { useWatched } from '@touchline/host/host';
import { Link, useLocation } from '@touchline/host/router';
import { ActionIcon, Burger } from '@touchline/ui/base';
import { IconMoon, IconSun } from '@touchline/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { buildNavigation } from '../remotes/registry.ts';
import { useShell } from '../shell-context.ts';
import { Brand } from './Brand.tsx';
import classes from './Header.module.css';
import { LiveStrip } from './LiveStrip.tsx';
import { Navigation } from './Navigation.tsx';
import { useDismiss } from './use-dismiss.ts';
import { WalletButton } from './WalletButton.tsx';

const MENU_ID = 'mobile-menu';

/** In the chunk of the wallet library, without which no wallet is connected. */
const WrongChainStrip = lazyPart(
  async () => (await import(/* webpackChunkName: "wallet" */ './WrongChainStrip.tsx')).WrongChainStrip,
);

/** SHELL-04: the header, fixed at the top of every page. */
export function Header() {
  const { registry, host, wallet } = useShell();
  const { status, rightChain } = useWatched(wallet);
  const { remotes } = useWatched(registry);
  const { user } = useWatched(host.session);
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setOpen(false), [pathname]);
  const header = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  useDismiss(open, header, () => {
    setOpen(false);
    burger.current?.focus();
  });
  const items = buildNavigation(remotes, { signedIn: user !== null, isAdmin: user?.isAdmin ?? false });
  return (
    <>
      <header ref={header} className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.home ?? ''} aria-label="Touchline Fantasy Football, home">
            <Brand />
          </Link>
          <nav aria-label="Main">
            <Navigation items={items} className={classes.links} linkClassName={classes.link} />
          </nav>
          <div className={classes.tools}>
            <span className={classes.theme}>
              <ThemeToggle />
            </span>
            <WalletButton />
            <Burger
              ref={burger}
              className={classes.burger ?? ''}
              opened={open}
              onClick={() => setOpen(!open)}
              size="sm"
              aria-label={open ? 'Close menu' : 'Open menu'}
              aria-expanded={open}
              aria-controls={MENU_ID}
            />
          </div>
        </div>
        {open ? (
          <nav id={MENU_ID} className={classes.menu} aria-label="Menu">
            <Navigation
              items={items}
              className={undefined}
              linkClassName={classes.menuLink}
              onChoose={() => setOpen(false)}
            />
            <div className={classes.menuTheme}>
              <ThemeToggle />
            </div>
          </nav>
        ) : null}
      </header>
      {status === 'connected' && !rightChain ? <WrongChainStrip /> : null}
      <LiveStrip />
    </>
  );
}

function ThemeToggle() {
  const { theme } = useShell();
  const scheme = useWatched(theme);
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon onClick={theme.toggle} aria-label={`Switch to the ${next} theme`}>
      {scheme === 'dark' ? <IconSun size={20} stroke={1.8} /> : <IconMoon size={20} stroke={1.8} />}
    </ActionIcon>
  );
}
