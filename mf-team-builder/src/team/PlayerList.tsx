import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import type { ReactNode } from 'react';
import { findClubMatches, type Upcoming } from '../football/use-upcoming.ts';
import panel from '../page/panel.module.css';
import { TeamPlayer } from './TeamPlayer.tsx';
import classes from './team.module.css';

interface PlayerListProps {
  title: string;
  hint?: string;
  team: ParticipationDetails;
  ids: readonly number[];
  locked: ReadonlySet<number>;
  /** Matches to show instead of points; null to show points. */
  upcoming: Upcoming | null;
  onPlayer: (id: number) => void;
  /** Attributes of the list and the moves of each player, in edit mode. */
  edit?: { listProps: object; renderMoves: (player: ParticipationPlayer) => ReactNode };
}

/** A list of a team's players with its title (VIEW-04). */
export function PlayerList(props: PlayerListProps) {
  const { title, hint, team, ids, locked, upcoming, onPlayer, edit } = props;
  const players = ids.flatMap((id) => team.players.find((player) => player.id === id) ?? []);
  return (
    <section className={panel.panel} aria-label={title}>
      <h2>{title}</h2>
      {hint ? <p className={panel.small}>{hint}</p> : null}
      <ul className={classes.list} {...edit?.listProps}>
        {players.map((player) => (
          <li key={player.id} className={edit && classes.editRow}>
            <TeamPlayer
              team={team}
              player={player}
              locked={locked.has(player.id)}
              explained={edit !== undefined}
              {...(upcoming ? { upcoming: findClubMatches(upcoming, player.team_code).matches } : {})}
              onPlayer={onPlayer}
            />
            {edit?.renderMoves(player)}
          </li>
        ))}
      </ul>
    </section>
  );
}
