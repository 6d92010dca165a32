import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../dependencies/files.ts';

/**
 * Postgres folders for homes that the postgres user cannot enter. Next to each, `<id>.home` holds the path of its home;
 * the home's secrets hold the id.
 */
export interface RootState {
  /** The folder for the home with this id. Deletes folders of homes that no longer exist. */
  folder(id: string, home: string): string;
  remove(id: string): void;
}

export function openRootState(dir: string): RootState {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  return {
    folder: (id, home) => {
      writeAtomically(note(dir, id), home); // first, as the home may have moved
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

/** Deletes folders of missing homes and folders without a note, as an interrupted initdb leaves them. */
function removeAbandoned(dir: string): void {
  for (const file of readdirSync(dir)) {
    const id = file.endsWith('.home') ? file.slice(0, -'.home'.length) : idOfData(file);
    if (id === undefined || isKept(note(dir, id), id)) continue;
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

/** True if the note exists and its home still has this id. */
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
