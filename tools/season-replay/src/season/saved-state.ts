import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const breakpoint = z.object({ virtual: z.number(), wall: z.number() });

const paceChange = z.object({ season: z.int(), gameweek: z.int(), minutes: z.number().positive() });

const stateSchema = z.object({
  /** Hash of the season that the state belongs to. */
  archive: z.string(),
  /** Length of gameweeks from each listed gameweek on. A new length never moves a gameweek that has started. */
  paces: z.array(paceChange).min(1),
  line: z.object({
    points: z.array(breakpoint).min(1),
    anchor: breakpoint.nullable(),
    speed: z.number().positive().default(1),
  }),
  /** Epoch ms. A killed replay continues from here. */
  ranUntil: z.number(),
});

export type PaceChange = z.infer<typeof paceChange>;
export type ReplayState = z.infer<typeof stateSchema>;

/**
 * Loads the saved state; null if there is none.
 * @throws Error naming the file when it cannot be read
 */
export function loadState(file: string | undefined): ReplayState | null {
  if (file === undefined || !existsSync(file)) return null;
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`The replay state ${file} can't be read. Delete the file to start over.`, { cause });
  }
}

/** Writes atomically: a kill during the write leaves the previous state. */
export function saveState(file: string | undefined, state: ReplayState): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify(state));
  renameSync(next, file);
}
