import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { Badge, Button } from '@touchline/ui/base';
import { IconBallFootball, IconCheck } from '@touchline/ui/icons';
import { useId } from 'react';
import { formatEntryFee } from '../game/game.ts';
import { formatGameTime } from '../game/game-times.ts';
import { CardCountdown } from '../game-card/CardCountdown.tsx';
import { CardNote } from '../game-card/CardNote.tsx';
import { BUTTON_TEXT, type CardState } from '../game-card/card-state.ts';
import cards from '../game-card/game-card.module.css';
import { Seats } from '../game-card/Seats.tsx';
import { PrizeRows } from '../prizes/PrizeRows.tsx';
import { getTournamentBadge } from './tournament.ts';
import classes from './tournaments.module.css';

interface TournamentCardProps {
  game: Game;
  state: CardState;
  onJoin: () => void;
  onDetails: () => void;
  onElapsed: () => void;
}

/** A tournament with name, badge, fee, start, countdown and two buttons (TOURN-02). */
export function TournamentCard({ game, state, onJoin, onDetails, onElapsed }: TournamentCardProps) {
  const { api } = useHost();
  const title = useId();
  const now = api.now();
  const badge = getTournamentBadge(game.status, Date.parse(game.start_time), now);
  const [startLabel, start] = formatGameTime(game, 'start_time', now);
  const [deadlineLabel, deadline] = formatGameTime(game, 'join_deadline', now);
  return (
    <li className={`${cards.card} ${classes.card}`} data-mode="tournament" data-state={state}>
      <div className={`${cards.banner} ${classes.banner}`}>
        <IconBallFootball size={26} className={cards.kind} aria-hidden="true" />
        <h2 id={title} className={classes.name}>
          {game.name}
        </h2>
        <Badge color={badge.color} className={classes.badge ?? ''}>
          {badge.text}
        </Badge>
      </div>
      <div className={cards.body}>
        <dl className={cards.facts}>
          <div>
            <dt>Entry fee</dt>
            <dd>{formatEntryFee(game)}</dd>
          </div>
          <PrizeRows game={game} />
          <div>
            <dt>{startLabel}</dt>
            <dd>
              <time dateTime={game.start_time}>{start}</time>
            </dd>
          </div>
          {Date.parse(game.join_deadline) < Date.parse(game.start_time) ? (
            <div>
              <dt>{deadlineLabel}</dt>
              <dd>{deadline}</dd>
            </div>
          ) : null}
        </dl>
        <Seats game={game} now={now} />
        <CardCountdown game={game} onElapsed={onElapsed} />
        <CardNote state={state} game={game} />
        <div className={classes.buttons}>
          <Button variant="default" aria-describedby={title} onClick={onDetails}>
            Details
          </Button>
          <JoinButton state={state} title={title} onJoin={onJoin} />
        </div>
      </div>
    </li>
  );
}

interface JoinButtonProps {
  state: CardState;
  /** Id of the element with the tournament's name. */
  title: string;
  onJoin: () => void;
}

/** Join button of TOURN-10, with the same texts as the chooser's cards. */
function JoinButton({ state, title, onJoin }: JoinButtonProps) {
  const joined = state === 'JOINED';
  const text = BUTTON_TEXT[joined ? 'ALREADY_JOINED' : state];
  return (
    <Button
      disabled={state !== 'JOIN'}
      aria-describedby={title}
      className={joined ? (cards.joined ?? '') : ''}
      leftSection={joined ? <IconCheck size={18} /> : undefined}
      onClick={onJoin}
    >
      {text}
    </Button>
  );
}
