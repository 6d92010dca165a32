import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Text, Title } from '@touchline/ui/base';
import { formatPointsShort, plural } from '@touchline/ui/format';
import type { DisplayRow } from '../leaderboard/display-row.ts';
import { describeRound } from './league-texts.ts';
import classes from './leagues.module.css';
import { managerQuery } from './leagues.queries.ts';

interface Gameweek {
  gameweek: number;
  points: number;
  my_points: number;
}

/** The gameweeks and matches of a member against the user. */
export function ManagerHistory({ id, member }: { id: string; member: DisplayRow }) {
  const query = useQuery(managerQuery(useHost().api, id, member.wallet_address));
  if (!query.data) return null;
  const { gameweeks, matches } = query.data;
  const played = matches.filter(({ state }) => state !== 'SCHEDULED');
  return (
    <section className={classes.history} aria-label="History against you">
      <Title order={3} mb={8}>
        History against you
      </Title>
      {gameweeks.length === 0 ? (
        <Text fz="sm">No finished gameweek together in this league yet.</Text>
      ) : (
        <>
          <Text fz="sm" mb={8}>
            {describeGameweeks(gameweeks)}
          </Text>
          <ol className={classes.weeks} aria-label="Gameweeks">
            {gameweeks.toReversed().map((each) => (
              <GameweekRow key={each.gameweek} {...each} />
            ))}
          </ol>
        </>
      )}
      {played.length > 0 ? (
        <ul className={classes.meetings} aria-label="Matches">
          {played.map(({ gameweek, knock_out_round, home, away, state }) => (
            <li key={gameweek}>
              {knock_out_round === null ? `Gameweek ${gameweek}` : describeRound(knock_out_round)}:{' '}
              <bdi>{home.team_name}</bdi> {formatPointsShort(home.points ?? 0)}-
              {formatPointsShort(away.points ?? 0)} <bdi>{away.team_name}</bdi>
              {state === 'LIVE' ? ', live' : ''}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** "You were ahead in 5 of 9 gameweeks, 312-298 in total." */
function describeGameweeks(gameweeks: readonly Gameweek[]): string {
  const ahead = gameweeks.filter(({ points, my_points }) => my_points > points).length;
  const sum = (pick: (each: Gameweek) => number) =>
    formatPointsShort(gameweeks.reduce((total, each) => total + pick(each), 0));
  const totals = `${sum((each) => each.my_points)}-${sum((each) => each.points)}`;
  return `You were ahead in ${ahead} of ${plural(gameweeks.length, 'gameweek')}, ${totals} in total.`;
}

/** A gameweek as two bars from the middle: the user's points to the left. */
function GameweekRow({ gameweek, points, my_points }: Gameweek) {
  const most = Math.max(points, my_points, 1);
  const bar = (value: number) => ({ width: `${(100 * Math.max(0, value)) / most}%` });
  return (
    <li data-lead={my_points > points ? 'mine' : points > my_points ? 'theirs' : undefined}>
      <span className={classes.mine} aria-hidden="true">
        <i style={bar(my_points)} />
      </span>
      <span>
        <small>GW {gameweek}</small> {formatPointsShort(my_points)}-{formatPointsShort(points)}
      </span>
      <span className={classes.theirs} aria-hidden="true">
        <i style={bar(points)} />
      </span>
    </li>
  );
}
