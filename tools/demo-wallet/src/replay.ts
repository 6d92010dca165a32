/** What the season replay says of its clock. */
export interface ReplayStatus {
  gameweek: number;
  phase: string;
  minute: number | null;
  paused: boolean;
  /** Paused only until somebody watches. */
  waiting: boolean;
  speed: number;
}

export interface Replay {
  /** Null when it does not answer. */
  status(): Promise<ReplayStatus | null>;
  /** Sends a move and returns the clock after it. */
  send(action: 'pause' | 'resume' | 'speed' | 'advance', body?: object): Promise<ReplayStatus | null>;
}

const PATH = '/api/demo/replay';

export function openReplay(send: typeof fetch = (...call) => fetch(...call)): Replay {
  const call = async (path: string, init?: RequestInit) => {
    const response = await send(path, init).catch(() => null);
    return response?.ok ? ((await response.json()) as ReplayStatus) : null;
  };
  return {
    status: () => call(PATH),
    send: (action, body = {}) =>
      call(`${PATH}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** "GW6 30'" in a match, "GW6" between matches. */
export function clockText({ gameweek, minute }: ReplayStatus): string {
  return `GW${gameweek}${minute === null ? '' : ` ${minute}'`}`;
}
