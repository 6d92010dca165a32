import { useDeferredValue, useMemo, useState } from 'react';
import { useBuilder } from '../draft/builder-context.tsx';
import panel from '../page/panel.module.css';
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
    <section className={panel.panel} aria-labelledby="players-title">
      <h2 id="players-title">Players</h2>
      <PlayerFilters filter={filter} onFilter={setFilter} players={players}>
        <PlayerList players={found} />
      </PlayerFilters>
    </section>
  );
}
