import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useNow } from '@touchline/host/use-now';
import { type Calendar, joinWindow } from '@touchline/rules/calendar';
import { formatDayTime } from '@touchline/ui/format';
import { getStatus, hasMatchLeft, isPaid, NO_MATCH_LEFT, toTimedGame } from '../game/game.ts';
import { NOT_COVERED } from '../prizes/prize-texts.ts';
import type { CardState } from './card-state.ts';
import classes from './game-card.module.css';

interface CardNoteProps {
  game: Game;
  state: CardState;
  className?: string | undefined;
}

/** Explains a join button whose text is not enough. */
export function CardNote({ game, state, className = '' }: CardNoteProps) {
  const { calendar } = useHost().config;
  const note = describeState(game, state, useNow(), calendar);
  return note ? <p className={`${classes.note} ${className}`}>{note}</p> : null;
}

function describeState(game: Game, state: CardState, now: number, calendar: Calendar): string | null {
  const { code, opens_at } = joinWindow(toTimedGame(game), now, calendar);
  switch (state) {
    case 'PAYMENT_PENDING':
      return 'Your payment is being confirmed. You do not need to pay again.';
    case 'JOIN':
      if (!hasMatchLeft(game, now, calendar)) return NO_MATCH_LEFT;
      return getStatus(game, now) === 'ACTIVE'
        ? 'Already in progress: only matches that kick off from now on count for you.'
        : null;
    case 'WINDOW_CLOSED':
      if (code === 'NOT_OPEN') return `Joining opens ${formatDayTime(opens_at)}.`;
      return game.prizes.covered ? null : NOT_COVERED;
    case 'FULL':
      return isPaid(game) ? 'A seat may become free if a payment is not made in time.' : null;
    case 'NOT_CHECKED':
      return 'Error checking join eligibility';
    default:
      return null;
  }
}
