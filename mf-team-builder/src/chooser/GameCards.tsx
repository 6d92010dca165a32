import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useFeatures } from '@touchline/host/use-features';
import { useNow } from '@touchline/host/use-now';
import { formatCount } from '@touchline/ui/format';
import { formatEntryFee } from '../game/game.ts';
import { chooseWeeklyGame } from '../game/weekly-game.ts';
import { computeCardState, chooseTournament, computeTournamentCardState } from '../game-card/card-state.ts';
import type { EligibilityByGame } from '../payment/use-eligibility.ts';
import classes from './chooser.module.css';
import { GameCard } from './GameCard.tsx';
import type { ChooserGames } from './use-chooser.ts';

interface GameCardsProps {
  games: ChooserGames;
  joined: readonly string[];
  eligibility: EligibilityByGame;
  /** A countdown has run out: the lists may have changed. */
  onElapsed: () => void;
}

/** The season, weekly and tournament cards; without such a game the first two are left out. */
export function GameCards({ games, joined, eligibility, onElapsed }: GameCardsProps) {
  const { calendar } = useHost().config;
  const features = useFeatures();
  const now = useNow();
  const context = { now, calendar, joined, eligibility, paidGames: features.paid_games };
  const weekly = chooseWeeklyGame(games.weekly, now, calendar);
  const { season } = games;
  const running = games.weekly.active.find(
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
          pitch="The whole season with one team."
          game={season}
          state={computeCardState(season, context)}
          prize="200,000 FOOTBALL"
          facts={[
            ['Length', formatSeasonLength(season)],
            ['Entry', formatEntryFee(season)],
            ['Teams', formatCount(season.current_participants)],
          ]}
          onElapsed={onElapsed}
        />
      ) : null}
      {weekly ? (
        <GameCard
          mode="weekly"
          title="Weekly"
          pitch="One gameweek, a fresh start."
          game={weekly}
          state={computeCardState(weekly, context)}
          prize="200 WLD"
          running={running}
          facts={[
            ['Length', '1 gameweek'],
            ['Entry', formatEntryFee(weekly)],
            ['Teams', formatCount(weekly.current_participants)],
          ]}
          onElapsed={onElapsed}
        />
      ) : null}
      <GameCard
        mode="tournament"
        title="Tournament"
        pitch="A short cup for a few teams."
        game={tournament}
        state={computeTournamentCardState(games.tournaments, { now, joined, enabled: features.tournaments })}
        facts={[
          ['Seats', String(tournament?.max_participants ?? 20)],
          ['Entry', tournament ? formatEntryFee(tournament) : '1,000 FOOTBALL'],
        ]}
        onElapsed={onElapsed}
      />
    </ul>
  );
}

/** CHOOSE-07: a season has 38 gameweeks; who launches in November plays the rest of them. */
function formatSeasonLength({ first_gameweek, last_gameweek }: Game): string {
  const own = last_gameweek - first_gameweek + 1;
  return own === 38 ? '38 gameweeks' : `${own} of 38 gameweeks`;
}
