import { whyNotAddable } from '@touchline/rules/squad';
import { ActionIcon, Tooltip } from '@touchline/ui/base';
import { IconCheck, IconInfoCircle } from '@touchline/ui/icons';
import { type ReactElement, useMemo } from 'react';
import { useBuilder, useSquad } from '../draft/builder-context.tsx';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import classes from './PlayerList.module.css';
import { PlayerOption } from './PlayerOption.tsx';
import { MOST_LISTED } from './player-list.ts';
import { TooMany } from './TooMany.tsx';

/** The first fifty; those who cannot join the squad are grey and say why (BUILD-15, 16, 32). */
export function PlayerList({ players }: { players: readonly BuilderPlayer[] }) {
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
        {players.slice(0, MOST_LISTED).map((player) => {
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
      <TooMany count={players.length} />
    </div>
  );
}

/**
 * Why a row is grey, on hover, focus and touch. The tooltip stays around the row when there is nothing to explain: a row
 * that turns grey by being pressed must keep the focus.
 */
function Explained({ text, children }: { text: string | undefined; children: ReactElement }) {
  return (
    <Tooltip label={text ?? ''} disabled={!text}>
      {children}
    </Tooltip>
  );
}
