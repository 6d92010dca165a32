import type { Calendar } from '@touchline/rules/calendar';
import type { Advance, NextGoal, ReplayStatus } from './control.ts';

export type ReplayAnswer = ReplayStatus & { readonly calendar: Partial<Calendar>; readonly goal?: NextGoal };

/** Controls a replay in another process. */
export interface ReplayClient {
  status(): Promise<ReplayAnswer>;
  pause(): Promise<ReplayAnswer>;
  resume(): Promise<ReplayAnswer>;
  /** Pauses until somebody watches. */
  wait(): Promise<ReplayAnswer>;
  /** Moves the clock ahead. @throws Error with the replay's message when the phase does not exist or has passed */
  advance(move: Advance): Promise<ReplayAnswer>;
}

export function replayClient(url: string): ReplayClient {
  const call = async (path: string, body?: unknown): Promise<ReplayAnswer> => {
    const response = await fetch(`${url}/control${path}`, {
      method: path === '' ? 'GET' : 'POST',
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = (await response.json()) as ReplayAnswer & { error?: string };
    if (!response.ok) throw new Error(`replay /control${path}: ${answer.error}`);
    return answer;
  };
  return {
    status: () => call(''),
    pause: () => call('/pause'),
    resume: () => call('/resume'),
    wait: () => call('/wait'),
    advance: (move) => call('/advance', move),
  };
}
