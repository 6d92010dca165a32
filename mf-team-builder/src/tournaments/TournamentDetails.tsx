import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { Button, Group } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { ShareButton } from '@touchline/ui/ShareButton';
import { formatEntryFee } from '../game/game.ts';
import { formatGameTime } from '../game/game-times.ts';
import { Seats } from '../game-card/Seats.tsx';
import { FactRows } from '../page/FactRows.tsx';
import { PrizeSheet } from '../prizes/PrizeSheet.tsx';
import classes from './tournaments.module.css';

interface TournamentDetailsProps {
  opened: boolean;
  game: Game | null;
  onClose: () => void;
  /** Set only while the tournament can be joined. */
  onJoin?: () => void;
}

/** Details of a tournament (TOURN-05) and a button that shares an invitation. */
export function TournamentDetails({ opened, game, onClose, onJoin }: TournamentDetailsProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={game?.name}>
      {game ? <Details game={game} /> : null}
      {game ? (
        <Group mt="md" justify="flex-end">
          <ShareButton label="Invite" title={`Join ${game.name} on Touchline`} path={`/games/${game.id}`} />
          {onJoin ? <Button onClick={onJoin}>Join {game.name}</Button> : null}
        </Group>
      ) : null}
    </Dialog>
  );
}

function Details({ game }: { game: Game }) {
  const now = useHost().api.now();
  const rows: [string, string][] = [
    ['Entry fee', formatEntryFee(game)],
    formatGameTime(game, 'join_opens_at', now),
    formatGameTime(game, 'join_deadline', now),
    formatGameTime(game, 'start_time', now),
    formatGameTime(game, 'end_time', now),
  ];
  return (
    <div className={classes.details}>
      <p>{game.description || 'No description.'}</p>
      <Seats game={game} now={now} />
      <dl className={classes.sheet}>
        <FactRows rows={rows} />
      </dl>
      <PrizeSheet game={game} />
    </div>
  );
}
