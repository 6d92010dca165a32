import type { MyLeague } from '@touchline/api/http/leagues';
import { Link } from '@touchline/host/router';
import { Badge, Stack, Text } from '@touchline/ui/base';
import { RankMovement } from '../leaderboard/Rank.tsx';
import { Manager } from '../Manager.tsx';
import { describeLeague, describeRank } from './league-texts.ts';
import classes from './leagues.module.css';

/** A league in the list of the user's leagues: name, members, rank and movement. */
export function LeagueCard({ league }: { league: MyLeague }) {
  const { id, name, automatic, rank, previous_rank, opponent } = league;
  const places = rank === null || previous_rank === null ? 0 : previous_rank - rank;
  return (
    <li className={classes.card}>
      <Stack gap={2} align="flex-start" miw={0}>
        <Link to={`/leagues/${id}`}>{name}</Link>
        <Text component="span" fz="sm" c="dimmed">
          {describeLeague(league)}
          {opponent ? (
            <>
              . Against <Manager wallet={opponent} />
            </>
          ) : null}
        </Text>
        {automatic ? (
          <Badge size="sm" variant="light" color="gray">
            Automatic
          </Badge>
        ) : null}
      </Stack>
      <span className={classes.rank} data-ranked={rank === null ? undefined : ''}>
        {describeRank(league)}
        {places === 0 ? null : <RankMovement movement={{ places, since: 'gameweek' }} />}
      </span>
    </li>
  );
}
