import { whyNotAddable } from '@touchline/rules/squad';
import { ActionIcon } from '@touchline/ui/base';
import { IconCheck, IconInfoCircle } from '@touchline/ui/icons';
import { Tooltip } from '@touchline/ui/tooltip';
import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { useBuilder, useSquad } from '../draft/builder-context.tsx';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import panel from '../page/panel.module.css';
import { ListNote } from './ListNote.tsx';
import { PlayerFilters } from './PlayerFilters.tsx';
import classes from './PlayerList.module.css';
import { PlayerOption } from './PlayerOption.tsx';
import { DEFAULT_FILTER, listPlayers, MAX_LISTED } from './player-list.ts';

/** All players with search, filters and sorting. */
export function PlayerBrowser() {
  const { players } = useBuilder();
  const [filter, setFilter] = useState(DEFAULT_FILTER);
  // Typing stays responsive while the list is updated.
  const deferredFilter = useDeferredValue(filter);
  const found = useMemo(() => listPlayers(players, deferredFilter), [players, deferredFilter]);
  return (
    <section className={panel.panel} aria-labelledby="players-title">
      <h2 id="players-title">Players</h2>
      <PlayerFilters filter={filter} onFilter={setFilter}>
        <PlayerList players={found} />
      </PlayerFilters>
    </section>
  );
}

/** The first fifty; players who cannot be added are greyed out with the reason (BUILD-15, BUILD-16, BUILD-32). */
function PlayerList({ players }: { players: readonly BuilderPlayer[] }) {
  const squad = useSquad();
  const { add } = useDraftMoves();
  const { showDetails } = useBuilder();
  const clubs = useMemo(
    () => new Map(players.map((player) => [player.team_id, player.club_name])),
    [players],
  );
  const mates = squad.map((mate) => mate.rules);
  const clubName = (club: number) => clubs.get(club) ?? 'this club';
  return (
    <div className={classes.list} data-testid="player-list">
      <ul className={classes.options} aria-label="Players to pick">
        {players.slice(0, MAX_LISTED).map((player) => {
          const reason = whyNotAddable(player.rules, mates, clubName);
          return (
            <li
              key={player.id}
              className={classes.listed}
              data-picked={reason?.code === 'DUPLICATE_PLAYER' || undefined}
            >
              <Explained text={reason?.tooltip}>
                <PlayerOption player={player} greyed={reason !== null} onPick={add} />
              </Explained>
              {reason?.code === 'DUPLICATE_PLAYER' ? (
                <IconCheck size={18} className={classes.picked} aria-label="In your team" />
              ) : null}
              <ActionIcon aria-label={`Details of ${player.web_name}`} onClick={() => showDetails(player)}>
                <IconInfoCircle size={20} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <ListNote count={players.length} />
    </div>
  );
}

/**
 * Explains a greyed-out row. The tooltip wraps every row: adding it only to grey ones would remount a row that turns grey
 * when pressed, and it would lose the focus.
 */
function Explained({ text, children }: { text: string | undefined; children: ReactElement }) {
  return (
    <Tooltip label={text ?? ''} disabled={!text}>
      {children}
    </Tooltip>
  );
}
