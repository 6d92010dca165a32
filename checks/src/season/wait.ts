import { setTimeout as delay } from 'node:timers/promises';

/** Asks until there is an answer; gives up at the deadline and says what it was waiting for. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null>,
  {
    seconds = 60,
    every = 40,
    signal,
  }: { seconds?: number; every?: number; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const until = Date.now() + seconds * 1000;
  let last: unknown = null;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const answer = await ask();
      if (answer !== null) return answer;
      last = null;
    } catch (error) {
      last = error;
    }
    if (Date.now() >= until)
      throw new Error(`waited ${seconds} s in vain until ${what}`, last === null ? {} : { cause: last });
    await delay(every);
  }
}
