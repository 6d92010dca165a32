import type { ParticipationDetails, ParticipationPlayer } from '@touchline/api/http/entries';
import { isPosition } from '@touchline/rules/squad';
import { UnstyledButton } from '@touchline/ui/base';
import { PlayerRow } from '@touchline/ui/player-row';
import { matchesOf } from './match-words.ts';
import { gameweekOf, standingOf } from './team-sheet.ts';
import classes from './team-view.module.css';

interface TeamListsProps {
  team: ParticipationDetails;
  onPlayer: (id: number) => void;
}

/** Field and bench as lists with their counts (VIEW-04). */
export function TeamLists({ team, onPlayer }: TeamListsProps) {
  const field = found(team, team.field_players);
  const bench = found(team, team.bench_players);
  return (
    <>
      <PlayerList
        title={`Field Players (${field.length}/11)`}
        players={field}
        team={team}
        onPlayer={onPlayer}
      />
      <PlayerList
        title={`Bench Players (${bench.length}/4)`}
        players={bench}
        team={team}
        onPlayer={onPlayer}
      />
    </>
  );
}

function found({ players }: ParticipationDetails, ids: readonly number[]): ParticipationPlayer[] {
  return ids.flatMap((id) => players.find((player) => player.id === id) ?? []);
}

interface PlayerListProps extends TeamListsProps {
  title: string;
  players: readonly ParticipationPlayer[];
}

function PlayerList({ title, players, team, onPlayer }: PlayerListProps) {
  const gameweek = gameweekOf(team);
  return (
    <section className={classes.panel} aria-label={title}>
      <h2>{title}</h2>
      <ul className={classes.list}>
        {players.map((player) => {
          const { points, live } = standingOf(player, gameweek);
          return (
            <li key={player.id}>
              <UnstyledButton className={classes.row ?? ''} onClick={() => onPlayer(player.id)}>
                <PlayerRow
                  name={player.web_name}
                  clubCode={player.team_code}
                  clubShort={player.team_short_name}
                  position={isPosition(player.position) ? player.position : 1}
                  meta={matchesOf(player)}
                  selected={live}
                  value={points === null ? '–' : `${points} pts`}
                />
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
