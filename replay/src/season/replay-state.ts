import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const breakpoint = z.object({ virtual: z.number(), wall: z.number() });

const stateSchema = z.object({
  /** Which season folder the state belongs to. */
  archive: z.string(),
  /** From which gameweek on which length holds; a new length never moves what has begun. */
  paces: z.array(z.object({ season: z.int(), gameweek: z.int(), minutes: z.number().positive() })).min(1),
  line: z.object({ points: z.array(breakpoint).min(1), anchor: breakpoint.nullable() }),
  /** Epoch ms until which the clock has run, or promised to: after a kill it goes on from there. */
  ranUntil: z.number(),
});

export type ReplayState = z.infer<typeof stateSchema>;

/** The saved state, or null where there is none; a file that cannot be read is an error that names it. */
export function loadState(file: string | undefined): ReplayState | null {
  if (file === undefined || !existsSync(file)) return null;
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`The replay's state ${file} cannot be read; remove it to begin anew.`, { cause });
  }
}

/** Written whole or not at all: a kill in the middle leaves the previous state. */
export function saveState(file: string | undefined, state: ReplayState): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify(state));
  renameSync(next, file);
}
