import type { LiveMessage } from '@touchline/api/http/live';

/** Number of messages kept for clients that resume. */
export const MAX_MESSAGES = 2_000;
/** Maximum number of messages replayed to a client. A client that missed more gets a reset. */
const MAX_REPLAY = 200;

const RESET: LiveMessage = { topic: 'reset' };

/** Keeps recent messages as server-sent events, for clients that resume. */
export function createRecentMessages() {
  /** Oldest first, without gaps after sequence `start`. */
  let messages: { sequence: number; event: string }[] = [];
  let start: number | null = null;
  let position: number | null = null;
  /** Last sequence of the history. */
  let historyEnd = 0;

  return {
    /**
     * Sets the position before the first message: all messages after `sequence` will be added. Messages up to `end` were published
     * before this process started; they are stored, not sent. Returns the event for open streams.
     */
    begin(sequence: number, end: number): string {
      start = sequence;
      position = sequence;
      historyEnd = end;
      return formatEvent(end, RESET);
    },
    /** Returns whether to send the message to open streams. A null message only advances the position. */
    add(sequence: number, message: LiveMessage | null): boolean {
      start ??= sequence - 1;
      position = sequence;
      if (!message) return false;
      messages.push({ sequence, event: formatEvent(sequence, message) });
      if (messages.length > MAX_MESSAGES) start = messages.shift()?.sequence ?? start;
      return sequence > historyEnd;
    },
    /** Discards all messages. Returns the event for open streams. */
    reset(): string {
      messages = [];
      start = null;
      position = null;
      historyEnd = 0;
      return formatEvent(null, RESET);
    },
    /** Returns the first events for a client: those it missed, or a reset if these are unknown. */
    since(lastEventId: string | undefined): string {
      const end = position === null ? null : Math.max(position, historyEnd);
      if (lastEventId === undefined || lastEventId === '') return end === null ? '' : `id: ${end}\n\n`;
      const from = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
      const resumable = start !== null && end !== null && position === end && from >= start && from <= end;
      const missed = messages.filter(({ sequence }) => sequence > from);
      if (!resumable || missed.length > MAX_REPLAY) return formatEvent(end, RESET);
      return missed.map(({ event }) => event).join('');
    },
  };
}

/** Formats a message as a server-sent event. A client resumes after the last sequence it received. */
export function formatEvent(sequence: number | null, message: LiveMessage): string {
  const id = sequence === null ? '' : `id: ${sequence}\n`;
  return `${id}data: ${JSON.stringify(message)}\n\n`;
}
