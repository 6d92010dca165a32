import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { countdownTarget } from '@touchline/rules/calendar';
import { Countdown } from '@touchline/ui/Countdown';
import { toTimedGame } from '../game/game.ts';
import classes from './game-card.module.css';

interface CardCountdownProps {
  game: Game;
  onElapsed: () => void;
}

/** Counts down to the next event of a game: window opening, start or end. */
export function CardCountdown({ game, onElapsed }: CardCountdownProps) {
  const { api, config } = useHost();
  const { label, target } = countdownTarget(toTimedGame(game), api.now(), config.calendar);
  if (target === null) return <p className={classes.over}>{label}</p>;
  return <Countdown key={target} target={target} now={api.now} label={label} onElapsed={onElapsed} />;
}
