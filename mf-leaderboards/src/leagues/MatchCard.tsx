import type { LeagueMatch, LeagueSide } from '@touchline/api/http/league-tables';
import { Badge, Group, Stack, Text, UnstyledButton } from '@touchline/ui/base';
import { formatPointsShort, plural } from '@touchline/ui/format';
import { LiveDot } from '@touchline/ui/LiveDot';
import { NumberTick } from '@touchline/ui/NumberTick';
import { Manager } from '../Manager.tsx';
import { describeRound } from './league-texts.ts';
import classes from './leagues.module.css';

interface MatchCardProps {
  match: LeagueMatch;
  /** True for a match of the user. */
  isMine: boolean;
  showGameweek: boolean;
  /** Opens the comparison; null while there is none, and once the teams have changed for a later gameweek. */
  onOpen: (() => void) | null;
}

/** A match of a head-to-head league: both sides with points, and starters who have yet to play. */
export function MatchCard({ match, isMine, showGameweek, onOpen }: MatchCardProps) {
  const { home, away, state, gameweek, knock_out_round, winner } = match;
  const heading = [
    showGameweek ? `Gameweek ${gameweek}` : null,
    knock_out_round === null ? null : describeRound(knock_out_round),
  ].filter(Boolean);
  return (
    <li className={classes.match} data-mine={isMine || undefined} data-live={state === 'LIVE' || undefined}>
      <Group gap={0} fz="0.8125rem" c="dimmed">
        {heading.join(', ')}
        {state === 'LIVE' ? (
          <Badge ml="auto" variant="light" leftSection={<LiveDot />}>
            Live
          </Badge>
        ) : null}
        {state === 'FINAL' ? (
          <Badge ml="auto" variant="light" color="gray">
            Final
          </Badge>
        ) : null}
      </Group>
      <Side side={home} won={winner === 'HOME'} live={state === 'LIVE'} />
      <Side side={away} won={winner === 'AWAY'} live={state === 'LIVE'} />
      {onOpen === null ? null : (
        <UnstyledButton w="fit-content" mih={44} c="grass" fw={600} aria-haspopup="dialog" onClick={onOpen}>
          Compare the teams
        </UnstyledButton>
      )}
    </li>
  );
}

function Side({ side, won, live }: { side: LeagueSide; won: boolean; live: boolean }) {
  const { team_name, wallet_address, points, players_left } = side;
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Stack component="span" gap={0} miw={0}>
        <Text component="b" fw={600} truncate>
          {team_name}
        </Text>
        <Text component="small" fz="0.8125rem" c="dimmed">
          {wallet_address ? <Manager wallet={wallet_address} /> : 'The middle score of the others'}
          {live && players_left !== null ? `, ${plural(players_left, 'player')} left` : ''}
        </Text>
      </Stack>
      {points === null ? null : (
        <b className={classes.score} data-won={won || undefined}>
          <NumberTick value={points} format={formatPointsShort} />
        </b>
      )}
    </Group>
  );
}
