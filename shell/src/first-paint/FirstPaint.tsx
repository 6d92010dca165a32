import type { ReactNode } from 'react';
import { Brand } from '../header/Brand.tsx';
import header from '../header/Header.module.css';
import { HeroFrame } from '../home/HeroFrame.tsx';
import home from '../home/HomePage.module.css';
import { Heading } from './Heading.tsx';

/**
 * Content of index.html before the scripts have loaded. React later renders the same elements in the same positions: the header, and
 * below it the hero of the home page or the heading of another page. The build renders both variants (packages/federation), and the
 * gateway selects one.
 */
export function FirstPaint() {
  return (
    <>
      <header className={header.header}>
        <div className={header.bar}>
          <Brand />
          <div className={header.tools}>
            <span className={header.walletButton} data-call="" data-guest="">
              <span className="tl-first-icon" />
              <span className={header.walletText}>Connect wallet</span>
            </span>
            <span className={header.burger} />
          </div>
        </div>
      </header>
      <Variant name="home">
        <div data-guest="">
          <HeroFrame player={false}>
            <div className={home.connect}>
              <span className="tl-first-ask">Connect your wallet to get started</span>
              <span className="tl-first-button" />
            </div>
          </HeroFrame>
        </div>
        <div data-signed-in="">
          <HeroFrame player aside={<div className={home.deadline} />}>
            <div className={home.entry}>
              <span className="tl-first-badge" />
              <span className="tl-first-button" />
            </div>
          </HeroFrame>
        </div>
      </Variant>
      <Variant name="page">
        <div className="tl-first-page">
          <Heading title="{title}" subtitle="{subtitle}" />
          <div className="tl-first-block" />
          <div className="tl-first-block" />
        </div>
      </Variant>
    </>
  );
}

/** One of the two variants. The gateway finds them by comments. React can't render comments, so the build converts these elements. */
function Variant({ name, children }: { name: string; children: ReactNode }) {
  return <template data-part={name}>{children}</template>;
}
