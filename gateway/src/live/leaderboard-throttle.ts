import type { LiveMessage } from '@touchline/api/http/live';

/** Every page that shows the game fetches its leaderboard after each message. */
const PAUSE_MS = 2_000;
/** Newcomers move nobody: the more streams a message about them is written to, the rarer it is. */
const [NEW_ENTRIES_MS_PER_STREAM, NEW_ENTRIES_MAX_MS] = [1, 30_000];

type LeaderboardMessage = Extract<LiveMessage, { topic: 'leaderboard' }>;

/** Passes at most one message per game in a pause; of those that come too early the last one follows. */
export interface LeaderboardThrottle {
  /** Whether to send the message now. Otherwise `onDue` receives it when the pause of its game ends. */
  admit(sequence: number, message: LiveMessage): boolean;
  /** The highest sequence up to which no message is held back, not beyond `position`. */
  completeUpTo(position: number): number;
  clear(): void;
}

interface Held {
  sequence: number;
  message: LeaderboardMessage;
}

/** A game whose last message was sent a moment ago. */
interface Game {
  sentAt: number;
  timer: NodeJS.Timeout;
  held: Held | null;
}

/** @param streams how many there are at the moment */
export function createLeaderboardThrottle(
  onDue: (sequence: number, message: LeaderboardMessage) => void,
  streams: () => number,
): LeaderboardThrottle {
  const games = new Map<string, Game>();

  const newEntriesPause = () =>
    Math.min(NEW_ENTRIES_MAX_MS, Math.max(PAUSE_MS, streams() * NEW_ENTRIES_MS_PER_STREAM));
  const pauseBefore = ({ only_newcomers }: LeaderboardMessage) =>
    only_newcomers ? newEntriesPause() : PAUSE_MS;

  /** Wakes when what is held is due; without it when nothing has to wait any more. */
  function scheduleFlush(id: string, sentAt: number, held: Held | null): void {
    clearTimeout(games.get(id)?.timer);
    const pause = held ? pauseBefore(held.message) : newEntriesPause();
    const timer = setTimeout(flush, sentAt + pause - performance.now(), id);
    timer.unref();
    games.set(id, { sentAt, timer, held });
  }

  function flush(id: string): void {
    const held = games.get(id)?.held;
    games.delete(id);
    if (!held) return;
    scheduleFlush(id, performance.now(), null);
    onDue(held.sequence, held.message);
  }

  return {
    admit(sequence, message) {
      if (message.topic !== 'leaderboard') return true;
      const id = message.game_id;
      const game = games.get(id);
      const now = performance.now();
      const due = !game || now - game.sentAt >= pauseBefore(message);
      if (due) scheduleFlush(id, now, null);
      else scheduleFlush(id, game.sentAt, { sequence, message: mergeMessages(game.held?.message, message) });
      return due;
    },
    completeUpTo(position) {
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

/** The later of two messages; it says that points moved if either did. */
const mergeMessages = (held: LeaderboardMessage | undefined, next: LeaderboardMessage): LeaderboardMessage =>
  held && !held.only_newcomers ? { ...next, only_newcomers: false } : next;
