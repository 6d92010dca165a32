import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { Link } from '@touchline/host/router';
import { Badge, Group, Text } from '@touchline/ui/base';
import { formatTokensRounded } from '@touchline/ui/format';
import { NativeSelect } from '@touchline/ui/forms';
import { GameStatusBadge } from '@touchline/ui/GameStatusBadge';
import { ProvisionalBadge } from '../leaderboard/ProvisionalBadge.tsx';
import classes from './rankings.module.css';

interface GameBarProps {
  games: readonly Game[];
  game: Game;
  onGame: (id: string) => void;
}

/** Selector for the game, with its status and entry fee. */
export function GameBar({ games, game, onGame }: GameBarProps) {
  const { token } = useHost().config;
  return (
    <div className={classes.bar}>
      <NativeSelect
        flex="1 1 14rem"
        maw="22rem"
        aria-label="Game"
        data={games.map(({ id, name }) => ({ value: id, label: name }))}
        value={game.id}
        onChange={(event) => onGame(event.currentTarget.value)}
      />
      <Group gap={6}>
        <GameStatusBadge status={game.status} size="lg" />
        <ProvisionalBadge game={game} />
        {game.settlement === 'FINAL' ? (
          <Badge size="lg" color="gray">
            Final
          </Badge>
        ) : null}
        <Text component="span" fz="0.8125rem" c="dimmed">
          Entry fee: {formatFee(game, token.symbol)}
        </Text>
        <Link className={classes.leagues} to="/leagues">
          Leagues
        </Link>
      </Group>
    </div>
  );
}

const formatFee = ({ entry_fee }: Game, symbol: string) =>
  Number(entry_fee) === 0 ? 'Free' : `${formatTokensRounded(entry_fee)} ${symbol}`;
