import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';

/**
 * Makes sure that anvil finds a state it can read: a file cut short by a kill in the middle of writing is put
 * aside and the last sound copy takes its place; a sound one becomes that copy.
 */
export function soundState(file: string, say: (text: string) => void): void {
  const copy = `${file}.previous`;
  if (!existsSync(file)) return;
  if (isJson(file)) {
    copyFileSync(file, copy);
    return;
  }
  say(`the chain's state in ${file} is damaged; going on from the copy of the last start`);
  renameSync(file, `${file}.damaged`);
  if (existsSync(copy) && isJson(copy)) copyFileSync(copy, file);
}

function isJson(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
