import type { Game } from '@touchline/api/http/games';
import type { PublicPlayer } from '@touchline/api/http/lineups';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Stack, Text, Title } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';
import { teamQuery } from './team.query.ts';
import { type Difference, findDifferences, findEleven } from './team-differences.ts';
import classes from './team-preview.module.css';

interface TeamComparisonProps {
  game: Game;
  /** Visible players of the displayed team. */
  theirs: readonly PublicPlayer[];
  /** Id of the other entry. */
  mine: string;
  /** Names of the displayed team and the other one. By default the other one is the user's. */
  names?: readonly [theirs: string, mine: string];
}

/** Points of the visible elevens that only one of two teams has, by player: the difference of their scores before the coefficient. */
export function TeamComparison({ game, theirs, mine, names }: TeamComparisonProps) {
  const { api } = useHost();
  const { data } = useQuery(teamQuery(api, game.id, mine));
  if (!data || data.players.length === 0) return null;
  const [theirEleven, ownEleven] = [findEleven(theirs), findEleven(data.players)];
  const shared = theirEleven.filter(({ id }) => ownEleven.some((own) => own.id === id)).length;
  const title = names ? 'The difference' : 'Compared with your team';
  const [displayed, other] = names ?? ['this team', 'your team'];
  return (
    <Stack component="section" gap={6} className={`${classes.compare} tl-figures`} aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text fz="sm">{shared === 0 ? 'No player in common.' : `${plural(shared, 'player')} in common.`}</Text>
      <Differences team={displayed} differences={findDifferences(theirEleven, ownEleven)} />
      <Differences team={other} differences={findDifferences(ownEleven, theirEleven)} />
    </Stack>
  );
}

function Differences({ team, differences }: { team: string; differences: readonly Difference[] }) {
  if (differences.length === 0) return null;
  const sum = differences.reduce((total, { points }) => total + points, 0);
  return (
    <Text fz="sm">
      <b>
        Only in <bdi>{team}</bdi>, {plural(sum, 'point')}:
      </b>{' '}
      {differences.map(({ text }) => text).join(', ')}
    </Text>
  );
}
