import { LazyDialog } from '@touchline/host/LazyDialog';
import { useWatchlist } from '@touchline/host/use-watchlist';
import { affordablePrices, findReplaceable, squadRejection } from '@touchline/rules/squad';
import { ActionIcon } from '@touchline/ui/base';
import { IconCheck, IconInfoCircle } from '@touchline/ui/icons';
import { useRovingRows } from '@touchline/ui/roving';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useBuilder, useSquad } from '../draft/builder-context.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import { Watch } from '../football/Watch.tsx';
import panel from '../page/panel.module.css';
import { Changes } from './Changes.tsx';
import { ListNote } from './ListNote.tsx';
import { type ChosenFilter, PlayerFilters } from './PlayerFilters.tsx';
import classes from './PlayerList.module.css';
import { PlayerOption } from './PlayerOption.tsx';
import { DEFAULT_FILTER, listPlayers, MAX_LISTED } from './player-list.ts';

const loadReplacement = async () =>
  (await import(/* webpackChunkName: "builder-dialogs" */ './ReplaceDialog.tsx')).ReplaceDialog;

const UNFILTERED: ChosenFilter = { ...DEFAULT_FILTER, affordable: false, watched: false };

/** The list of all players with search, filters and sorting. */
export function PlayerBrowser() {
  const { players } = useBuilder();
  const squad = useSquad();
  const [filter, setFilter] = useState(UNFILTERED);
  // Keeps typing responsive while the list is updated.
  const deferred = useDeferredValue(filter);
  const { codes: watchlist } = useWatchlist();
  const found = useMemo(() => {
    const affordable = deferred.affordable ? affordablePrices(squad) : null;
    return listPlayers(players, { ...deferred, affordable, codes: deferred.watched ? watchlist : null });
  }, [players, deferred, squad, watchlist]);
  return (
    <section className={`${panel.panel} ${classes.panel}`} aria-labelledby="players-title">
      <h2 id="players-title">Players</h2>
      <Changes />
      <PlayerFilters filter={filter} onFilter={setFilter}>
        <PlayerList players={found} />
      </PlayerFilters>
    </section>
  );
}

/**
 * The first fifty players (BUILD-15, BUILD-16, BUILD-32). A player whose position is full can replace another one. A player who
 * cannot be added is greyed out with the reason.
 */
function PlayerList({ players }: { players: readonly BuilderPlayer[] }) {
  const squad = useSquad();
  const moves = useDraftMoves();
  const rovingProps = useRovingRows<HTMLUListElement>();
  const { showDetails } = useBuilder();
  const [incoming, setIncoming] = useState<BuilderPlayer | null>(null);
  // A stable function, because the rows are memoised.
  const pick = useCallback(
    (player: BuilderPlayer) =>
      moves.findReplaceable(player).length > 0 ? setIncoming(player) : void moves.add(player),
    [moves],
  );
  return (
    <div className={classes.list} data-testid="player-list">
      <ul className={classes.options} aria-label="Players to pick" {...rovingProps}>
        {players.slice(0, MAX_LISTED).map((player) => {
          const reason = squadRejection(player, squad, () => player.club_name);
          return (
            <li
              key={player.id}
              className={classes.listed}
              data-picked={reason?.code === 'DUPLICATE_PLAYER' || undefined}
            >
              <PlayerOption
                player={player}
                greyed={reason !== null && findReplaceable(player, squad).length === 0}
                title={reason?.tooltip}
                onPick={pick}
              />
              {reason?.code === 'DUPLICATE_PLAYER' ? (
                <IconCheck size={18} className={classes.picked} aria-label="In your team" />
              ) : null}
              <Watch player={player} />
              <ActionIcon aria-label={`Details of ${player.web_name}`} onClick={() => showDetails(player)}>
                <IconInfoCircle size={20} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <ListNote count={players.length} />
      <LazyDialog
        what="The choice"
        load={loadReplacement}
        dialog={{ opened: incoming !== null, incoming, onClose: () => setIncoming(null) }}
      />
    </div>
  );
}
