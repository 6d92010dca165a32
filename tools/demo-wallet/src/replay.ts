/** State of the season replay's clock. */
export interface ReplayStatus {
  gameweek: number;
  phase: string;
  minute: number | null;
  paused: boolean;
  /** Paused only until a page is open. */
  waiting: boolean;
  speed: number;
}

export interface Replay {
  /** Resolves to null if the replay is unavailable. */
  status(): Promise<ReplayStatus | null>;
  /** Sends a clock action and returns the clock after it; null if the replay is unavailable. */
  send(action: 'pause' | 'resume' | 'speed' | 'advance', body?: object): Promise<ReplayStatus | null>;
}

const PATH = '/api/demo/replay';

export function openReplay(send: typeof fetch = (...request) => fetch(...request)): Replay {
  const request = async (path: string, init?: RequestInit) => {
    const response = await send(path, init).catch(() => null);
    return response?.ok ? ((await response.json()) as ReplayStatus) : null;
  };
  return {
    status: () => request(PATH),
    send: (action, body = {}) =>
      request(`${PATH}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** Formats the clock: "GW6 30'" during a match, "GW6" between matches. */
export function formatClock({ gameweek, minute }: ReplayStatus): string {
  return `GW${gameweek}${minute === null ? '' : ` ${minute}'`}`;
}
