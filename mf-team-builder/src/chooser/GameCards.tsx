import type { Game } from '@touchline/api/http/games';
import { TOURNAMENT_FEE, TOURNAMENT_SEATS } from '@touchline/rules/tournaments';
import { formatCount, formatTokens, plural } from '@touchline/ui/format';
import { formatEntryFee } from '../game/game.ts';
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
          title="Season"
          description="The whole season with one team."
          game={season}
          state={computeCardState(season, context)}
          details={listDetails(season, formatSeasonLength(season))}
          onElapsed={onElapsed}
        />
      ) : null}
      {weekly ? (
        <GameCard
          mode="weekly"
          title="Weekly"
          description="One gameweek, a fresh start."
          game={weekly}
          state={computeCardState(weekly, context)}
          activeGame={activeGame}
          details={listDetails(weekly, formatLength(weekly))}
          onElapsed={onElapsed}
        />
      ) : null}
      <GameCard
        mode="tournament"
        title="Tournament"
        description="A short cup for a few teams."
        game={tournament}
        state={computeTournamentCardState(games.tournaments, context)}
        details={
          tournament
            ? listDetails(tournament, formatLength(tournament))
            : [
                ['Entry', `${formatTokens(TOURNAMENT_FEE)} FOOTBALL`],
                ['Teams', `Up to ${TOURNAMENT_SEATS}`],
              ]
        }
        onElapsed={onElapsed}
      />
    </ul>
  );
}

/** The facts of a game, in the same order for all. */
const listDetails = (game: Game, length: string) =>
  [
    ['Length', length],
    ['Entry', formatEntryFee(game)],
    ['Teams', formatTeams(game)],
  ] as const;

/** "12", "12 of 20", or an invitation while a game that has not ended is empty. */
function formatTeams({ current_participants, max_participants, status }: Game): string {
  const isOpen = status === 'UPCOMING' || status === 'ACTIVE';
  if (current_participants === 0 && isOpen) return 'Be the first';
  const seats = max_participants === null ? '' : ` of ${formatCount(max_participants)}`;
  return `${formatCount(current_participants)}${seats}`;
}

const formatLength = ({ first_gameweek, last_gameweek }: Game) =>
  plural(last_gameweek - first_gameweek + 1, 'gameweek');

/** Formats the length of a season game (CHOOSE-07), which has fewer than 38 gameweeks if it starts mid-season. */
function formatSeasonLength({ first_gameweek, last_gameweek }: Game): string {
  const count = last_gameweek - first_gameweek + 1;
  return count === 38 ? '38 gameweeks' : `${count} of 38 gameweeks`;
}
