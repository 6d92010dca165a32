import type { ParticipationDetails } from '@touchline/api/http/entries';
import { findClubMatches, type Upcoming } from '../football/use-upcoming.ts';
import panel from '../page/panel.module.css';
import { TeamPlayer } from '../team/TeamPlayer.tsx';
import classes from '../team/team.module.css';

interface TeamListsProps {
  team: ParticipationDetails;
  locked: ReadonlySet<number>;
  /** Matches to show instead of points; null to show points. */
  upcoming: Upcoming | null;
  onPlayer: (id: number) => void;
}

/** Lists of field and bench players with their counts (VIEW-04). */
export function TeamLists(props: TeamListsProps) {
  const { field_players, bench_players } = props.team;
  return (
    <>
      <PlayerList {...props} title={`Field Players (${field_players.length}/11)`} ids={field_players} />
      <PlayerList {...props} title={`Bench Players (${bench_players.length}/4)`} ids={bench_players} />
    </>
  );
}

interface PlayerListProps extends TeamListsProps {
  title: string;
  ids: readonly number[];
}

function PlayerList({ title, ids, team, locked, upcoming, onPlayer }: PlayerListProps) {
  const players = ids.flatMap((id) => team.players.find((player) => player.id === id) ?? []);
  return (
    <section className={panel.panel} aria-label={title}>
      <h2>{title}</h2>
      <ul className={classes.list}>
        {players.map((player) => (
          <li key={player.id}>
            <TeamPlayer
              team={team}
              player={player}
              locked={locked.has(player.id)}
              {...(upcoming ? { upcoming: findClubMatches(upcoming, player.team_code).matches } : {})}
              onPlayer={onPlayer}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
