import { useHost, useWatched } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { Badge, Button, Skeleton, Text } from '@touchline/ui/base';
import { useEffect, useRef } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import type { ReturnState } from '../return-path.ts';
import { useShell } from '../shell-context.ts';
import { WalletControl } from '../wallet-panel/WalletControl.tsx';
import { HeroFrame } from './HeroFrame.tsx';
import classes from './HomePage.module.css';
import type { CurrentGameweek } from './use-current-gameweek.ts';

interface HeroProps {
  current: CurrentGameweek;
  /** True if the visitor came here to join a game. */
  joining: boolean;
  /** The page from which the visitor was redirected. */
  back: ReturnState | null;
}

/** Loaded for players only: guests see the pitch. */
const NextDeadline = lazyPart(
  async () => (await import(/* webpackChunkName: "home-player" */ './NextDeadline.tsx')).NextDeadline,
  { fallback: <div className={classes.deadline} /> },
);

/** HOME-01: the pitch and the entry panel. */
export function Hero({ current, joining, back }: HeroProps) {
  const { status } = useWatched(useHost().session);
  return (
    <HeroFrame player={status === 'player'} aside={status === 'player' ? <NextDeadline /> : undefined}>
      <EntryPanel current={current} joining={joining} back={back} />
    </HeroFrame>
  );
}

function EntryPanel({ current, joining, back }: HeroProps) {
  const { session } = useHost();
  const { status } = useWatched(session);
  if (status === 'loading') return <Skeleton height={132} radius="lg" className={classes.entry ?? ''} />;
  return status === 'player' ? <Player current={current} /> : <Guest joining={joining} back={back} />;
}

/** HOME-05, HOME-06 */
function Player({ current }: Pick<HeroProps, 'current'>) {
  const { host } = useShell();
  return (
    <div className={classes.entry}>
      <Badge variant="light" size="md" className={classes.welcome ?? ''}>
        Welcome back, Player!
      </Badge>
      {hasFirstLoadFailed(current) ? (
        <>
          <Button loading={current.isFetching} onClick={() => void current.refetch()}>
            Try Again
          </Button>
          <p className={classes.failed} role="alert">
            The current gameweek can't be loaded. Your teams are safe.
          </p>
        </>
      ) : (
        <Button disabled={!current.data} onClick={() => host.navigate('/choose-game')}>
          {current.data ? 'Start Playing Now' : 'Loading FPL Data...'}
        </Button>
      )}
    </div>
  );
}

/** HOME-07, HOME-08 */
function Guest({ joining, back }: Pick<HeroProps, 'joining' | 'back'>) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!joining) return;
    panel.current?.scrollIntoView({ block: 'center' });
    panel.current?.focus({ preventScroll: true });
  }, [joining]);
  return (
    <div ref={panel} tabIndex={-1} className={classes.connect} data-joining={joining ? '' : undefined}>
      <Text fw={600}>
        {joining ? 'Connect your wallet to join games' : 'Connect your wallet to get started'}
      </Text>
      {back ? (
        <Text size="sm" role="status">
          {back.ended ? 'Your session ended. ' : null}Sign in to get back to where you were.
        </Text>
      ) : null}
      <WalletControl />
    </div>
  );
}
