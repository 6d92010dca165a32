import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { Badge } from '@touchline/ui/base';
import { NativeSelect } from '@touchline/ui/forms';
import { LiveDot } from '@touchline/ui/live-dot';
import classes from './rankings.module.css';
import { formatFee } from './standing.ts';

const STATUS: Record<Game['status'], { label: string; color: string }> = {
  UPCOMING: { label: 'Upcoming', color: 'info' },
  ACTIVE: { label: 'Active', color: 'grass' },
  COMPLETED: { label: 'Completed', color: 'gray' },
  CANCELLED: { label: 'Cancelled', color: 'danger' },
};

interface GameBarProps {
  games: readonly Game[];
  game: Game;
  onGame: (id: string) => void;
}

/** Which game's standings these are, in which state it is, and what it cost. */
export function GameBar({ games, game, onGame }: GameBarProps) {
  const { token } = useHost().config;
  const status = STATUS[game.status];
  const provisional = game.status === 'ACTIVE' || game.settlement === 'PROVISIONAL';
  return (
    <div className={classes.bar}>
      <NativeSelect
        className={classes.gameChoice}
        aria-label="Game"
        data={games.map(({ id, name }) => ({ value: id, label: name }))}
        value={game.id}
        onChange={(event) => onGame(event.currentTarget.value)}
      />
      <div className={classes.badges}>
        <Badge
          size="lg"
          color={status.color}
          leftSection={game.status === 'ACTIVE' ? <LiveDot /> : undefined}
        >
          {status.label}
        </Badge>
        {provisional ? (
          <Badge size="lg" color="warn" title="Points may change until the gameweek has been checked.">
            Provisional
          </Badge>
        ) : null}
        {game.settlement === 'FINAL' ? (
          <Badge size="lg" color="gray">
            Final
          </Badge>
        ) : null}
        <span className={classes.fee}>Entry fee: {formatFee(game.entry_fee, token.symbol)}</span>
      </div>
    </div>
  );
}
