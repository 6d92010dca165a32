import type { Calendar } from '@touchline/rules/calendar';
import type { Advance, NextGoal, ReplayStatus } from './control.ts';

export type ReplayAnswer = ReplayStatus & { readonly calendar: Partial<Calendar>; readonly goal?: NextGoal };

/** Drives the replay's `/control` from outside its process. */
export interface ReplayClient {
  status(): Promise<ReplayAnswer>;
  pause(): Promise<ReplayAnswer>;
  resume(): Promise<ReplayAnswer>;
  /** Moves the clock ahead. @throws Error with the replay's sentence when there is no such phase to come. */
  advance(wish: Advance): Promise<ReplayAnswer>;
}

/** A client of the replay at `url`. */
export function replayClient(url: string): ReplayClient {
  const call = async (path: string, body?: unknown): Promise<ReplayAnswer> => {
    const response = await fetch(`${url}/control${path}`, {
      method: path === '' ? 'GET' : 'POST',
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = (await response.json()) as ReplayAnswer & { error?: string };
    if (!response.ok) throw new Error(`the replay refused ${path || 'to answer'}: ${answer.error}`);
    return answer;
  };
  return {
    status: () => call(''),
    pause: () => call('/pause'),
    resume: () => call('/resume'),
    advance: (wish) => call('/advance', wish),
  };
}
