import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The text of the project's files: tracked ones and new ones that git does not ignore.
 * @param {string} root
 * @param {RegExp} names only files whose path matches
 * @returns {{ path: string, text: string }[]}
 */
export function projectFiles(root, names) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => names.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The line (from 1) of a position in a text. */
export const lineOf = (text, position) => text.slice(0, position).split('\n').length;
