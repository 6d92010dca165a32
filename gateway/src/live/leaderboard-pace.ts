import type { LiveMessage } from '@touchline/api/http/live';

/** Every page that shows the game fetches its leaderboard after each message. */
const PAUSE_MS = 2_000;

type LeaderboardMessage = Extract<LiveMessage, { topic: 'leaderboard' }>;

/** Passes at most one message per game in PAUSE_MS; of those that come too early the last one follows. */
export interface LeaderboardPace {
  /** Whether to send the message now. Otherwise `onDue` receives it when the pause of its game ends. */
  admit(sequence: number, message: LiveMessage): boolean;
  /** The highest sequence up to which no message is held back, not beyond `position`. */
  complete(position: number): number;
  clear(): void;
}

interface Game {
  timer: NodeJS.Timeout;
  held: { sequence: number; message: LeaderboardMessage } | null;
}

export function createLeaderboardPace(
  onDue: (sequence: number, message: LeaderboardMessage) => void,
): LeaderboardPace {
  const games = new Map<string, Game>();

  function pause(id: string) {
    const timer = setTimeout(() => {
      const held = games.get(id)?.held;
      games.delete(id);
      if (!held) return;
      pause(id);
      onDue(held.sequence, held.message);
    }, PAUSE_MS);
    timer.unref();
    games.set(id, { timer, held: null });
  }

  return {
    admit(sequence, message) {
      if (message.topic !== 'leaderboard') return true;
      const game = games.get(message.game_id);
      if (game) game.held = { sequence, message };
      else pause(message.game_id);
      return !game;
    },
    complete(position) {
      let complete = position;
      for (const { held } of games.values())
        if (held && held.sequence <= complete) complete = held.sequence - 1;
      return complete;
    },
    clear() {
      for (const { timer } of games.values()) clearTimeout(timer);
      games.clear();
    },
  };
}
