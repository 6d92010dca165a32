import type { ReactNode } from 'react';
import { Brand } from '../header/Brand.tsx';
import header from '../header/Header.module.css';
import { HeroFrame } from '../home/HeroFrame.tsx';
import home from '../home/HomePage.module.css';
import { Heading } from './Heading.tsx';

/**
 * What index.html shows before the scripts have come, in the places where React will put the same: the header, and below it the
 * hero of the home page or the heading of another. The build renders it (packages/federation), the gateway chooses.
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

/** One of the two that the gateway chooses from. React has no comments, so the build turns these elements into them. */
function Variant({ name, children }: { name: string; children: ReactNode }) {
  return <template data-part={name}>{children}</template>;
}
