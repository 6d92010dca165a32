import type { Calendar } from '@touchline/rules/calendar';
import type { Advance, NextGoal, ReplayStatus } from './control.ts';

/** Response of `/control` and its actions. */
export type ReplayResponse = ReplayStatus & {
  readonly calendar: Partial<Calendar>;
  readonly goal?: NextGoal;
};

/** Controls a replay in another process. */
export interface ReplayClient {
  status(): Promise<ReplayResponse>;
  pause(): Promise<ReplayResponse>;
  resume(): Promise<ReplayResponse>;
  /** Pauses until the replay has a viewer. */
  wait(): Promise<ReplayResponse>;
  /** Moves the clock ahead. @throws Error with the replay's message when the phase does not exist or has passed */
  advance(move: Advance): Promise<ReplayResponse>;
}

export function replayClient(url: string): ReplayClient {
  const request = async (path: string, body?: unknown): Promise<ReplayResponse> => {
    const response = await fetch(`${url}/control${path}`, {
      method: path === '' ? 'GET' : 'POST',
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const status = (await response.json()) as ReplayResponse & { error?: string };
    if (!response.ok) throw new Error(`replay /control${path}: ${status.error}`);
    return status;
  };
  return {
    status: () => request(''),
    pause: () => request('/pause'),
    resume: () => request('/resume'),
    wait: () => request('/wait'),
    advance: (move) => request('/advance', move),
  };
}
