import type { LiveMessage } from '@touchline/api/http/live';

/** Minimum time between messages of a game: after each one, every page that shows the game fetches its leaderboard. */
const PAUSE_MS = 2_000;
/** Messages about new entries only are less urgent: their pause grows with the number of streams. */
const [NEW_ENTRIES_MS_PER_STREAM, NEW_ENTRIES_MAX_MS] = [1, 30_000];

type LeaderboardMessage = Extract<LiveMessage, { topic: 'leaderboard' }>;

/** Limits messages to one per game and pause. Early messages are held and merged, and sent when the pause ends. */
export interface LeaderboardThrottle {
  /** Returns whether to send the message now. Otherwise `onDue` receives it when the pause of its game ends. */
  admit(sequence: number, message: LiveMessage): boolean;
  /** Returns the highest sequence up to `position` before which no message is held. */
  completeUpTo(position: number): number;
  clear(): void;
}

interface Held {
  sequence: number;
  message: LeaderboardMessage;
}

/** State of a game in its pause. */
interface Game {
  sentAt: number;
  timer: NodeJS.Timeout;
  held: Held | null;
}

/** @param streams returns the current number of streams */
export function createLeaderboardThrottle(
  onDue: (sequence: number, message: LeaderboardMessage) => void,
  streams: () => number,
): LeaderboardThrottle {
  const games = new Map<string, Game>();

  const newEntriesPause = () =>
    Math.min(NEW_ENTRIES_MAX_MS, Math.max(PAUSE_MS, streams() * NEW_ENTRIES_MS_PER_STREAM));
  const pauseBefore = ({ only_newcomers }: LeaderboardMessage) =>
    only_newcomers ? newEntriesPause() : PAUSE_MS;

  /** Schedules the end of the pause, at which the held message is sent. */
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
      let sequence = position;
      for (const { held } of games.values())
        if (held && held.sequence <= sequence) sequence = held.sequence - 1;
      return sequence;
    },
    clear() {
      for (const { timer } of games.values()) clearTimeout(timer);
      games.clear();
    },
  };
}

/** Merges two messages into the later one; `only_newcomers` holds only if both are about new entries. */
const mergeMessages = (held: LeaderboardMessage | undefined, next: LeaderboardMessage): LeaderboardMessage =>
  held && !held.only_newcomers ? { ...next, only_newcomers: false } : next;
