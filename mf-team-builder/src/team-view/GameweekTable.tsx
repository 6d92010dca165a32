import type { ParticipationDetails, ParticipationGameweek } from '@touchline/api/http/entries';
import { formatCoefficient } from '@touchline/rules/tiers';
import { Table } from '@touchline/ui/data';
import { formatPointsShort } from '@touchline/ui/format';
import { GameweekBars } from '../gameweek-plot/GameweekBars.tsx';
import panel from '../page/panel.module.css';
import { formatName } from '../team/names.ts';
import { RankLine } from './RankLine.tsx';
import classes from './team-view.module.css';

/** Points per gameweek, including the effects of captaincy and substitutions. */
export function GameweekTable({ team }: { team: ParticipationDetails }) {
  if (team.gameweeks.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="gameweeks-title">
      <h2 id="gameweeks-title">Points per gameweek</h2>
      <GameweekBars
        label="Points per gameweek, plotted"
        gameweeks={team.gameweeks.map(({ gameweek, points, average_points }) => ({
          gameweek,
          points,
          average: average_points,
        }))}
      />
      <RankLine gameweeks={team.gameweeks} />
      <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label="Gameweeks">
        <Table className={classes.gameweeks ?? ''} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Gameweek</Table.Th>
              <Table.Th>Starting XI</Table.Th>
              <Table.Th>After bench</Table.Th>
              <Table.Th>Average</Table.Th>
              <Table.Th>Coefficient</Table.Th>
              <Table.Th>Earned</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...team.gameweeks].reverse().map((gameweek) => (
              <Row key={gameweek.gameweek} gameweek={gameweek} team={team} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

interface RowProps {
  gameweek: ParticipationGameweek;
  team: ParticipationDetails;
}

function Row({ gameweek, team }: RowProps) {
  const changes = [
    gameweek.armband === null ? null : `${formatName(team, gameweek.armband)} doubled`,
    ...gameweek.substitutions.map(
      ({ in: on, out, projected }) =>
        `${formatName(team, on)} ${projected ? 'set to come on' : 'on'} for ${formatName(team, out)}`,
    ),
  ].filter(Boolean);
  return (
    <Table.Tr>
      <Table.Th scope="row">
        GW{gameweek.gameweek}
        <span className={classes.changes}>
          {gameweek.settled ? '' : 'Provisional. '}
          {changes.join(', ')}
        </span>
      </Table.Th>
      <Table.Td>{gameweek.raw_points}</Table.Td>
      <Table.Td>{gameweek.points}</Table.Td>
      <Table.Td>{formatPointsShort(gameweek.average_points)}</Table.Td>
      <Table.Td>{formatCoefficient(gameweek.coefficient)}</Table.Td>
      <Table.Td>{formatPointsShort(gameweek.earned)}</Table.Td>
    </Table.Tr>
  );
}
