import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasSources } from './layers.mjs';

/** The folders of all workspaces that have sources, relative to the root. */
export function packageFolders(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces.flatMap((pattern) => expand(root, pattern)).filter((folder) => hasSources(root, folder));
}

/** Expands patterns like `services/*`; the workspace uses no others. */
function expand(root, pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
}
