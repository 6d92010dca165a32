import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../parts/files.ts';

/**
 * Postgres folders of root's homes that the postgres user cannot enter, each with a note beside it that says
 * whose it is: `<id>.home` holds the home's path, and the home's secrets hold the id.
 */
export interface RootState {
  /** The folder for the home with this id; what belongs to homes that are gone is removed. */
  folder(id: string, home: string): string;
  remove(id: string): void;
}

/** The state under `dir`. */
export function openRootState(dir: string): RootState {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  return {
    folder: (id, home) => {
      writeAtomically(note(dir, id), home); // before anything is removed: the home may have been moved
      removeAbandoned(dir);
      return data(dir, id);
    },
    remove: (id) => removeOne(dir, id),
  };
}

const data = (dir: string, id: string) => join(dir, `postgres-data-${id}`);
const note = (dir: string, id: string) => join(dir, `${id}.home`);

function removeOne(dir: string, id: string): void {
  rmSync(data(dir, id), { recursive: true, force: true });
  rmSync(note(dir, id), { force: true });
}

function removeAbandoned(dir: string): void {
  for (const file of readdirSync(dir).filter((name) => name.endsWith('.home'))) {
    const id = file.slice(0, -'.home'.length);
    if (isKept(join(dir, file), id)) continue;
    try {
      removeOne(dir, id);
    } catch {} // another start is removing it, or the next one will
  }
}

/** Whether the home that a note names is still there; a note that another start removes meanwhile is not ours to judge. */
function isKept(noteFile: string, id: string): boolean {
  const home = textOf(noteFile);
  return home === undefined || (textOf(join(home, 'secrets.json'))?.includes(id) ?? false);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
