import { useHost } from '@touchline/host/host';
import type { Standings } from '../payment/use-standings.ts';
import { useNow } from '../use-now.ts';
import { gameCardState, tournamentCardState } from './card-state.ts';
import classes from './chooser.module.css';
import { GameCard } from './GameCard.tsx';
import { isPaid, tokens } from './timed-game.ts';
import type { ChooserGames } from './use-chooser.ts';
import { weeklyGame } from './weekly-game.ts';

interface GameCardsProps {
  games: ChooserGames;
  joined: readonly string[];
  standings: Standings;
  /** A countdown ran out: the lists may say something else now. */
  onElapsed: () => void;
}

/** The season, weekly and tournament cards, as far as there are such games. */
export function GameCards({ games, joined, standings, onElapsed }: GameCardsProps) {
  const { config } = useHost();
  const now = useNow();
  const { calendar, features } = config;
  const around = { now, calendar, joined, standings, paidGames: features.paid_games };
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
