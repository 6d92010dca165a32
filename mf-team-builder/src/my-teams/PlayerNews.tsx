import type { Participation } from '@touchline/api/http/entries';
import { lazy, Suspense, useState } from 'react';
import classes from './my-teams.module.css';

// Loaded with the players of the season when the user opens it.
const MyPlayerChanges = lazy(() =>
  import(/* webpackChunkName: "player-changes" */ './MyPlayerChanges.tsx').then(
    (module) => ({ default: module.MyPlayerChanges }),
    () => ({ default: NotLoaded }),
  ),
);

const NotLoaded = (_: { teams: readonly Participation[] }) => <p>The news could not be loaded.</p>;

/** Expandable list of changed prices and availability of the user's players. */
export function PlayerNews({ teams }: { teams: readonly Participation[] }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.news} onToggle={() => setOpened(true)}>
      <summary>Price and injury news of your players</summary>
      {opened ? (
        <Suspense fallback={<p>Loading...</p>}>
          <MyPlayerChanges teams={teams} />
        </Suspense>
      ) : null}
    </details>
  );
}
