import { useDeferredValue, useMemo, useState } from 'react';
import classes from './builder.module.css';
import { useBuilder } from './builder-context.tsx';
import { PlayerFilters } from './PlayerFilters.tsx';
import { PlayerList } from './PlayerList.tsx';
import { DEFAULT_FILTER, listPlayers } from './player-list.ts';

/** Everybody one can pick: search, filters and the list. */
export function PlayerBrowser() {
  const { players } = useBuilder();
  const [filter, setFilter] = useState(DEFAULT_FILTER);
  // Typing stays smooth while the list catches up.
  const settled = useDeferredValue(filter);
  const found = useMemo(() => listPlayers(players, settled), [players, settled]);
  return (
    <section className={classes.panel} aria-labelledby="players-title">
      <h2 id="players-title">Players</h2>
      <PlayerFilters filter={filter} onFilter={setFilter} players={players}>
        <PlayerList players={found} />
      </PlayerFilters>
    </section>
  );
}
