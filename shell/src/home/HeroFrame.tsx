import type { ReactNode } from 'react';
import { HeroPitch } from './HeroPitch.tsx';
import classes from './HomePage.module.css';

interface HeroFrameProps {
  /** True for signed-in players, who get a small hero: they come for the matches below. */
  player: boolean;
  /** Replaces the pitch. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Text and pitch of the home page around the entry panel. Uses plain elements only, because index.html contains them too. */
export function HeroFrame({ player, aside, children }: HeroFrameProps) {
  return (
    <section className={classes.hero} data-player={player || undefined}>
      <div className={classes.heroGrid}>
        <div>
          <h1 className={classes.headline}>
            Build a dream team. <span className={classes.gold}>Win under the lights.</span>
          </h1>
          <p className={classes.lead}>
            Pick fifteen Premier League players, stake tokens to lift your points, and compete for prizes
            every gameweek.
          </p>
          {children}
        </div>
        {aside ?? <HeroPitch />}
      </div>
    </section>
  );
}
