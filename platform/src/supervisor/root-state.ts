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

const DATA = 'postgres-data-';
const data = (dir: string, id: string) => join(dir, `${DATA}${id}`);
const note = (dir: string, id: string) => join(dir, `${id}.home`);

function removeOne(dir: string, id: string): void {
  rmSync(data(dir, id), { recursive: true, force: true });
  rmSync(note(dir, id), { force: true });
}

/** Homes that are gone, and folders that nobody has a note for (an initdb that was cut off leaves some). */
function removeAbandoned(dir: string): void {
  for (const file of readdirSync(dir)) {
    const id = file.endsWith('.home') ? file.slice(0, -'.home'.length) : idOfData(file);
    if (id === undefined || isKept(note(dir, id), id)) continue;
    try {
      rmSync(join(dir, file), { recursive: true, force: true });
      removeOne(dir, id);
    } catch {} // another start is removing it, or the next one will
  }
}

/** `postgres-data-<id>`, and what initdb has beside it while it works. */
function idOfData(file: string): string | undefined {
  return file.startsWith(DATA) ? file.slice(DATA.length).split('.')[0] : undefined;
}

/** Whether there is a note, and the home that it names is still there. */
function isKept(noteFile: string, id: string): boolean {
  const home = textOf(noteFile);
  return home !== undefined && (textOf(join(home, 'secrets.json'))?.includes(id) ?? false);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
