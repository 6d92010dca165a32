import { useHost } from '@touchline/host/host';
import { isPaid, tokens } from '../game/timed-game.ts';
import { weeklyGame } from '../game/weekly-game.ts';
import { gameCardState, tournamentCardState } from '../game-card/card-state.ts';
import type { EligibilityByGame } from '../payment/use-eligibility.ts';
import { useNow } from '../use-now.ts';
import classes from './chooser.module.css';
import { GameCard } from './GameCard.tsx';
import type { ChooserGames } from './use-chooser.ts';

interface GameCardsProps {
  games: ChooserGames;
  joined: readonly string[];
  eligibility: EligibilityByGame;
  /** A countdown ran out: the lists may say something else now. */
  onElapsed: () => void;
}

/** The season, weekly and tournament cards, as far as there are such games. */
export function GameCards({ games, joined, eligibility, onElapsed }: GameCardsProps) {
  const { config } = useHost();
  const now = useNow();
  const { calendar, features } = config;
  const around = { now, calendar, joined, eligibility, paidGames: features.paid_games };
  const weekly = weeklyGame(games.weekly, now, calendar);
  const { season } = games;
  const tournament =
    games.tournaments.find((game) => Date.parse(game.end_time) > now) ?? games.tournaments[0];
  return (
    <ul className={classes.cards} aria-label="Games">
      {season ? (
        <GameCard
          mode="season"
          title="Season"
          pitch="The whole season with one team."
          game={season}
          state={gameCardState(season, around)}
          prize="200,000 FOOTBALL"
          facts={[
            ['Length', '38 gameweeks'],
            ['Entry', entry(season.entry_fee, isPaid(season))],
            ['Teams', count(season.current_participants)],
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
          state={gameCardState(weekly, around)}
          prize="200 WLD"
          facts={[
            ['Length', '1 gameweek'],
            ['Entry', entry(weekly.entry_fee, isPaid(weekly))],
            ['Teams', count(weekly.current_participants)],
          ]}
          onElapsed={onElapsed}
        />
      ) : null}
      <GameCard
        mode="tournament"
        title="Tournament"
        pitch="A short cup for a few teams."
        game={tournament}
        state={tournamentCardState(games.tournaments, { now, joined, enabled: features.tournaments })}
        facts={[
          ['Seats', String(tournament?.max_participants ?? 20)],
          ['Entry', tournament ? entry(tournament.entry_fee, isPaid(tournament)) : '1,000 FOOTBALL'],
        ]}
        onElapsed={onElapsed}
      />
    </ul>
  );
}

const count = (n: number) => tokens(String(n));
const entry = (fee: string, paid: boolean) => (paid ? `${tokens(fee)} FOOTBALL` : 'Free');
