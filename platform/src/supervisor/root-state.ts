import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../parts/files.ts';

/**
 * Postgres folders of root's homes that the postgres user cannot enter, each with a note beside it that says
 * whose it is: `<id>.home` holds the home's path, and the home's secrets hold the id.
 */
export interface RootState {
  /** The folder for the home with this id. */
  folder(id: string, home: string): string;
  remove(id: string): void;
}

/** The state under `dir`; what belongs to homes that are gone is removed. */
export function openRootState(dir: string): RootState {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  removeAbandoned(dir);
  return {
    folder: (id, home) => {
      writeAtomically(note(dir, id), home);
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
    const secrets = join(readFileSync(join(dir, file), 'utf8'), 'secrets.json');
    const isKept = existsSync(secrets) && readFileSync(secrets, 'utf8').includes(id);
    if (!isKept) removeOne(dir, id);
  }
}
