import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withSamePackages } from './install.mjs';
import { say } from './project.mjs';
import { remoteFiles } from './remote-files.mjs';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Creates the folder `mf-NAME` with a page, a request to the API and a test, and adds it to the workspaces. */
export function newRemote(root, input) {
  const name = input.replace(/^mf-/, '');
  if (!NAME.test(name))
    throw new Error('npm run new-remote -- NAME: lower case letters, digits and dashes, like "rivals"');
  const remote = `mf-${name}`;
  const folder = join(root, remote);
  if (existsSync(folder)) throw new Error(`${remote} already exists`);
  const files = remoteFiles(name, versionsOf(root));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  withSamePackages(() => addToProject(root, remote, JSON.parse(files['package.json'])));
  say(`created ${remote} with the page /${name}`);
  say(`npm run dev -w ${remote} runs it alone, npm test -w ${remote} tests it, npm start includes it`);
  return 0;
}

/** The versions of the packages that every remote has. */
function versionsOf(root) {
  const { dependencies, devDependencies } = readJson(join(root, 'mf-staking', 'package.json'));
  return { ...dependencies, ...devDependencies };
}

/** Workspaces, compiler and lock file know the folder; the next `npm install` finds nothing to do. */
function addToProject(root, remote, manifest) {
  edit(join(root, 'package.json'), (json) => {
    json.workspaces.splice(json.workspaces.indexOf('e2e'), 0, remote);
  });
  edit(join(root, 'tsconfig.json'), (json) => {
    json.references.splice(
      json.references.findIndex(({ path }) => path === 'e2e'),
      0,
      { path: remote },
    );
  });
  edit(join(root, 'package-lock.json'), ({ packages }) => {
    const { name, version, dependencies, devDependencies } = manifest;
    packages[''].workspaces.splice(packages[''].workspaces.indexOf('e2e'), 0, remote);
    packages[remote] = { name, version, dependencies, devDependencies };
    packages[`node_modules/${name}`] = { resolved: remote, link: true };
  });
  const link = join(root, 'node_modules', manifest.name);
  if (existsSync(dirname(link)) && !existsSync(link)) symlinkSync(join('..', '..', remote), link);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function edit(path, change) {
  const json = readJson(path);
  change(json);
  writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
}
