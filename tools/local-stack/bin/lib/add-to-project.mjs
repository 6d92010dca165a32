import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { withSamePackages } from './install.mjs';

/**
 * Writes the files of a new package, and makes workspaces, compiler and lock file know its folder; the next `npm install` finds
 * nothing to do.
 * @param {string} root the project's root
 * @param {string} folder relative to the root
 * @param {Record<string, string>} files texts by path in the folder, package.json among them
 * @throws Error if the folder exists
 */
export function addPackage(root, folder, files) {
  if (existsSync(join(root, folder))) throw new Error(`${folder} already exists`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, folder, path)), { recursive: true });
    writeFileSync(join(root, folder, path), text);
  }
  const manifest = JSON.parse(files['package.json']);
  withSamePackages(() => {
    addToLists(root, folder, manifest);
    link(root, folder, manifest.name);
  });
}

function addToLists(root, folder, { name, version, dependencies, devDependencies }) {
  // services/* is a workspace pattern already.
  const isListed = !folder.startsWith('services/');
  if (isListed)
    editJson(join(root, 'package.json'), ({ workspaces }) => {
      workspaces.splice(workspaces.indexOf('e2e'), 0, folder);
    });
  editJson(join(root, 'tsconfig.json'), ({ references }) => {
    references.splice(
      references.findIndex(({ path }) => path === 'e2e'),
      0,
      { path: folder },
    );
  });
  editJson(join(root, 'package-lock.json'), ({ packages }) => {
    const { workspaces } = packages[''];
    if (isListed) workspaces.splice(workspaces.indexOf('e2e'), 0, folder);
    packages[folder] = { name, version, dependencies, devDependencies };
    packages[`node_modules/${name}`] = { resolved: folder, link: true };
  });
}

function link(root, folder, name) {
  const place = join(root, 'node_modules', name);
  if (existsSync(dirname(place)) && !existsSync(place))
    symlinkSync(relative(dirname(place), join(root, folder)), place);
}

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Changes a JSON file in place. */
export function editJson(path, change) {
  const json = readJson(path);
  change(json);
  writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
}
