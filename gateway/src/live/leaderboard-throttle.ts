import type { LiveMessage } from '@touchline/api/http/live';

/**
 * Average time between messages of a game: after each one, every page that shows the game fetches its leaderboard. A game that has been
 * calm may send `BURST` messages without a pause, so that a kick-off does not delay the goals of the next polls.
 */
const PAUSE_MS = 2_000;
const BURST = 4;
/**
 * Messages about new entries only are less urgent: their pause grows with the number of streams. They do not count for the pauses of
 * the others, because they are most frequent right before a kick-off.
 */
const [NEW_ENTRIES_MS_PER_STREAM, NEW_ENTRIES_MAX_MS] = [1, 30_000];

type LeaderboardMessage = Extract<LiveMessage, { topic: 'leaderboard' }>;

interface Held {
  sequence: number;
  message: LeaderboardMessage;
}

/** State of a game that sent messages recently. */
interface Game {
  sentAt: number;
  /** Time from which another message may be sent without a burst; each message moves it by `PAUSE_MS`. */
  paidUntil: number;
  timer: NodeJS.Timeout;
  held: Held | null;
}

/**
 * Limits the messages of each game. Early messages are held and merged, and sent as soon as the limit allows it.
 * @param streams returns the current number of streams
 */
export function createLeaderboardThrottle(
  onDue: (message: LeaderboardMessage) => void,
  streams: () => number,
) {
  const games = new Map<string, Game>();

  const newEntriesPause = () =>
    Math.min(NEW_ENTRIES_MAX_MS, Math.max(PAUSE_MS, streams() * NEW_ENTRIES_MS_PER_STREAM));
  const dueAt = ({ sentAt, paidUntil }: Pick<Game, 'sentAt' | 'paidUntil'>, message: LeaderboardMessage) =>
    message.only_newcomers ? sentAt + newEntriesPause() : paidUntil - (BURST - 1) * PAUSE_MS;

  /** Holds a message until it is due, or forgets the game once nothing limits it. */
  function schedule(
    id: string,
    { sentAt, paidUntil }: Pick<Game, 'sentAt' | 'paidUntil'>,
    held: Held | null,
  ): void {
    clearTimeout(games.get(id)?.timer);
    const end = held
      ? dueAt({ sentAt, paidUntil }, held.message)
      : Math.max(paidUntil, sentAt + newEntriesPause());
    const timer = setTimeout(flush, end - performance.now(), id);
    timer.unref();
    games.set(id, { sentAt, paidUntil, timer, held });
  }

  function send(id: string, now: number, message: LeaderboardMessage): void {
    const previous = games.get(id)?.paidUntil ?? 0;
    const paidUntil = message.only_newcomers ? previous : Math.max(previous, now) + PAUSE_MS;
    schedule(id, { sentAt: now, paidUntil }, null);
  }

  function flush(id: string): void {
    const held = games.get(id)?.held;
    if (!held) return void games.delete(id);
    send(id, performance.now(), held.message);
    onDue(held.message);
  }

  return {
    /** Returns whether to send the message now. Otherwise `onDue` receives it, or its merged successor, when it is due. */
    admit(sequence: number, message: LiveMessage): boolean {
      if (message.topic !== 'leaderboard') return true;
      const id = message.game_id;
      const game = games.get(id);
      const now = performance.now();
      if (!game || now >= dueAt(game, message)) {
        send(id, now, message);
        return true;
      }
      schedule(id, game, { sequence, message: mergeMessages(game.held?.message, message) });
      return false;
    },
    /** Returns the highest sequence up to `position` before which no message is held. */
    completeUpTo(position: number): number {
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
