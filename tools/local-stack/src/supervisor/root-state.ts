import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../dependencies/files.ts';

/**
 * Postgres folders for homes that the postgres user cannot enter. Next to each, `<id>.home` holds the path of its home;
 * the home's secrets hold the id.
 */
export interface RootState {
  /**
   * The folder for the home with this id. Deletes folders of homes that no longer exist.
   * @throws Error for a copy of another home, whose chain and streams belong to the database of the original
   */
  folder(id: string, home: string): string;
  /** Deletes the folder, unless the home is a copy. */
  remove(id: string, home: string): void;
}

export function openRootState(dir: string): RootState {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  return {
    folder: (id, home) => {
      const original = findOriginal(dir, id, home);
      if (original !== undefined)
        throw new Error(`${home} is a copy of ${original} without its database: start over with --reset`);
      writeAtomically(note(dir, id), home); // first, as the home may have moved
      removeAbandoned(dir);
      return data(dir, id);
    },
    remove: (id, home) => {
      if (findOriginal(dir, id, home) === undefined) removeOne(dir, id);
    },
  };
}

const DATA = 'postgres-data-';
const data = (dir: string, id: string) => join(dir, `${DATA}${id}`);
const note = (dir: string, id: string) => join(dir, `${id}.home`);

function removeOne(dir: string, id: string): void {
  rmSync(data(dir, id), { recursive: true, force: true });
  rmSync(note(dir, id), { force: true });
}

/** Deletes folders of missing homes and folders without a note, as an interrupted initdb leaves them. */
function removeAbandoned(dir: string): void {
  for (const file of readdirSync(dir)) {
    const id = file.endsWith('.home') ? file.slice(0, -'.home'.length) : idOfData(file);
    if (id === undefined || findHome(dir, id) !== undefined) continue;
    try {
      rmSync(join(dir, file), { recursive: true, force: true });
      removeOne(dir, id);
    } catch {} // another start is deleting it, or the next one will
  }
}

/** The id in `postgres-data-<id>` and in the names of initdb's temporary folders. */
function idOfData(file: string): string | undefined {
  return file.startsWith(DATA) ? file.slice(DATA.length).split('.')[0] : undefined;
}

/** The home in the note, if it still has this id. */
function findHome(dir: string, id: string): string | undefined {
  const home = textOf(note(dir, id));
  return home !== undefined && textOf(join(home, 'secrets.json'))?.includes(id) ? home : undefined;
}

/** The other home with this id. One folder can have several paths. */
function findOriginal(dir: string, id: string, home: string): string | undefined {
  const known = findHome(dir, id);
  if (known === undefined) return undefined;
  const [a, b] = [statSync(known), statSync(home)];
  return a.dev === b.dev && a.ino === b.ino ? undefined : known;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
