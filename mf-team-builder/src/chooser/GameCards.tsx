import { chooseWeeklyGame } from '../game/weekly-game.ts';
import {
  type CardContext,
  chooseTournament,
  computeCardState,
  computeTournamentCardState,
} from '../game-card/card-state.ts';
import classes from './chooser.module.css';
import { GameCard } from './GameCard.tsx';
import type { ChooserGames } from './use-chooser.ts';

interface GameCardsProps {
  games: ChooserGames;
  context: CardContext;
  /** Called when a countdown ends, because the lists may have changed. */
  onElapsed: () => void;
}

/** Cards for season, weekly game and tournaments. The first two are omitted if no such game exists. */
export function GameCards({ games, context, onElapsed }: GameCardsProps) {
  const { now, calendar } = context;
  const weekly = chooseWeeklyGame(games.weekly, now, calendar);
  const { season } = games;
  const activeGame = games.weekly.active.find(
    ({ id, end_time, current_participants: teams }) =>
      id !== weekly?.id && now < Date.parse(end_time) && teams > 0,
  );
  const tournament = chooseTournament(games.tournaments, context);
  return (
    <ul className={classes.cards} aria-label="Games">
      {season ? (
        <GameCard
          mode="season"
          game={season}
          state={computeCardState(season, context)}
          onElapsed={onElapsed}
        />
      ) : null}
      {weekly ? (
        <GameCard
          mode="weekly"
          game={weekly}
          state={computeCardState(weekly, context)}
          activeGame={activeGame}
          onElapsed={onElapsed}
        />
      ) : null}
      <GameCard
        mode="tournament"
        game={tournament}
        state={computeTournamentCardState(games.tournaments, context)}
        onElapsed={onElapsed}
      />
    </ul>
  );
}
