import type { Game } from '@touchline/api/http/games';
import type { LeagueMatch, LeagueSide } from '@touchline/api/http/league-tables';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { Stack, Text, Title, useMediaQuery } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { formatPointsShort, plural } from '@touchline/ui/format';
import { PitchSkeleton } from '@touchline/ui/skeletons';
import { LoadFailed } from '../LoadFailed.tsx';
import { Lineup } from '../team-preview/Lineup.tsx';
import { TeamComparison } from '../team-preview/TeamComparison.tsx';
import { teamQuery } from '../team-preview/team.query.ts';
import classes from './leagues.module.css';

interface MatchDialogProps {
  game: Game;
  opened: boolean;
  /** Null if it is not opened. */
  match: LeagueMatch | null;
  onClose: () => void;
}

/** Both teams of a match side by side, with the players and armbands that only one of them has. */
export function MatchDialog({ game, opened, match, onClose }: MatchDialogProps) {
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="64rem"
      fullScreen={phone ?? false}
      title={match ? `Gameweek ${match.gameweek}` : ''}
    >
      {match ? <Teams game={game} match={match} /> : null}
    </Dialog>
  );
}

function Teams({ game, match: { home, away, state } }: { game: Game; match: LeagueMatch }) {
  return (
    <Stack>
      <div className={classes.duelScore}>
        {[home, away].map((side, index) => (
          <p key={side.participation_id ?? 'median'} data-side={index}>
            <b className={classes.duelPoints}>{formatPointsShort(side.points ?? 0)}</b>
            <Text component="span" fw={600} truncate>
              {side.team_name}
            </Text>
            <small>
              {state === 'LIVE' && side.players_left !== null
                ? `${plural(side.players_left, 'player')} left`
                : ''}
            </small>
          </p>
        ))}
      </div>
      <Difference game={game} home={home} away={away} />
      <div className={classes.pitches}>
        <SideLineup game={game} side={home} />
        <SideLineup game={game} side={away} />
      </div>
    </Stack>
  );
}

function Difference({ game, home, away }: { game: Game; home: LeagueSide; away: LeagueSide }) {
  const { api } = useHost();
  const query = useQuery({
    ...teamQuery(api, game.id, home.participation_id ?? ''),
    enabled: home.participation_id !== null,
  });
  if (!query.data || away.participation_id === null) return null;
  return (
    <TeamComparison
      game={game}
      theirs={query.data.players}
      mine={away.participation_id}
      names={[home.team_name, away.team_name]}
    />
  );
}

function SideLineup({ game, side }: { game: Game; side: LeagueSide }) {
  const { api } = useHost();
  const id = side.participation_id;
  const query = useQuery({ ...teamQuery(api, game.id, id ?? ''), enabled: id !== null });
  if (id === null)
    return (
      <section aria-label={side.team_name}>
        <Text fz="sm" c="dimmed">
          The league has an odd number of members. In this match the middle score of the other members counts.
        </Text>
      </section>
    );
  return (
    <Stack component="section" gap="sm" miw={0} aria-label={side.team_name}>
      <Title order={3} mb={8}>
        {side.team_name}
      </Title>
      {query.data ? (
        <Lineup lineup={query.data} named />
      ) : hasFirstLoadFailed(query) ? (
        <LoadFailed title="Failed to load the team" query={query}>
          Check your connection.
        </LoadFailed>
      ) : (
        <PitchSkeleton />
      )}
    </Stack>
  );
}
