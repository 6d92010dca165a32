import type { LiveMessage } from '@touchline/api/http/live';

/** How many messages a client may have missed and still receive one by one. */
export const MAX_MESSAGES = 2_000;

const RESET: LiveMessage = { topic: 'reset' };

/** The last messages of the stream, as server-sent events, for clients that come back. */
export interface RecentMessages {
  /**
   * Sets the position before the first message: everything after `sequence` will be added. Messages up to `historyEnd`
   * were published before this process started; they are kept, not sent. Returns the event for open streams.
   */
  begin(sequence: number, historyEnd: number): string;
  /** Returns the event to send; null when there is none to send. A null message only moves the position. */
  add(sequence: number, message: LiveMessage | null): string | null;
  /** Forgets everything. Returns the event for open streams. */
  reset(): string;
  /** The first events for a client: those it missed, or a reset when that cannot be known. */
  since(lastEventId: string | undefined): string;
}

export function createRecentMessages(): RecentMessages {
  /** Oldest first; complete from the sequence after `start`. */
  let messages: { sequence: number; event: string }[] = [];
  let start: number | null = null;
  let position: number | null = null;
  /** History is being read up to here. */
  let historyEnd = 0;

  return {
    begin(sequence, end) {
      start = sequence;
      position = sequence;
      historyEnd = end;
      return eventOf(end, RESET);
    },
    add(sequence, message) {
      start ??= sequence - 1;
      position = sequence;
      if (!message) return null;
      const event = eventOf(sequence, message);
      messages.push({ sequence, event });
      if (messages.length > MAX_MESSAGES) start = messages.shift()?.sequence ?? start;
      return sequence > historyEnd ? event : null;
    },
    reset() {
      messages = [];
      start = null;
      position = null;
      historyEnd = 0;
      return eventOf(null, RESET);
    },
    since(lastEventId) {
      const end = position === null ? null : Math.max(position, historyEnd);
      if (lastEventId === undefined || lastEventId === '') return end === null ? '' : `id: ${end}\n\n`;
      const from = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
      const known = start !== null && end !== null && position === end && from >= start && from <= end;
      if (!known) return eventOf(end, RESET);
      return messages
        .filter(({ sequence }) => sequence > from)
        .map(({ event }) => event)
        .join('');
    },
  };
}

function eventOf(sequence: number | null, message: LiveMessage): string {
  const id = sequence === null ? '' : `id: ${sequence}\n`;
  return `${id}data: ${JSON.stringify(message)}\n\n`;
}
