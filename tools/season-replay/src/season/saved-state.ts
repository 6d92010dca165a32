import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const breakpoint = z.object({ virtual: z.number(), wall: z.number() });

const paceChange = z.object({ season: z.int(), gameweek: z.int(), minutes: z.number().positive() });

const stateSchema = z.object({
  /** Identifies the season that the state belongs to. */
  archive: z.string(),
  /** The length of gameweeks from each listed one on; a new length never moves a gameweek that has begun. */
  paces: z.array(paceChange).min(1),
  line: z.object({
    points: z.array(breakpoint).min(1),
    anchor: breakpoint.nullable(),
    speed: z.number().positive().default(1),
  }),
  /** Epoch ms. A replay that was killed continues from here. */
  ranUntil: z.number(),
});

export type PaceChange = z.infer<typeof paceChange>;
export type ReplayState = z.infer<typeof stateSchema>;

/**
 * The saved state, or null if there is none.
 * @throws Error naming the file when it cannot be read
 */
export function loadState(file: string | undefined): ReplayState | null {
  if (file === undefined || !existsSync(file)) return null;
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`The replay's state ${file} cannot be read; delete it to start over.`, { cause });
  }
}

/** Writes atomically: a kill in between leaves the previous state. */
export function saveState(file: string | undefined, state: ReplayState): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify(state));
  renameSync(next, file);
}
