import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPackage, editJson, readJson } from './add-to-project.mjs';
import { say } from './project.mjs';
import { deployFiles } from './service-deploy-files.mjs';
import { serviceFiles } from './service-files.mjs';

/**
 * Creates services/NAME: endpoints, a table, a consumed event, tests and the files of its deployment. The remote mf-NAME, if there is
 * one, may import its endpoints from then on.
 * @param {string} root the project's root
 * @param {{ name: string, natsUser: (manifest: object) => string, read: (packageJson: object) => object }} options `read` checks the
 *   manifest, `natsUser` writes its user of NATS
 * @returns {string[]} the folders with new or changed files, which have to be formatted
 */
export function newService(root, { name, natsUser, read }) {
  if (existsSync(join(root, 'node_modules', '@touchline', name)))
    throw new Error(`@touchline/${name} already exists`);
  const files = serviceFiles(name, readJson(join(root, 'services', 'admin', 'package.json')));
  const manifest = read(JSON.parse(files['package.json'])); // rejects a wrong or reserved name
  addPackage(root, `services/${name}`, { ...files, ...deployFiles(name, natsUser(manifest)) });
  say(`created services/${name} with GET /api/${name}/changes`);
  const remote = `mf-${name}`;
  const isShown = existsSync(join(root, remote));
  if (isShown) connect(root, join(root, remote), name);
  say(`npm test -w services/${name} tests it, npm start includes it`);
  return [`services/${name}`, ...(isShown ? [remote] : [])];
}

/** Writes the user of NATS of a service again. */
export function writeRights(root, { name, natsUser, read }) {
  const folder = join(root, 'services', name);
  const manifest = read(readJson(join(folder, 'package.json')));
  if (manifest === null) throw new Error(`services/${name} is not a team service`);
  writeFileSync(join(folder, 'deploy', 'nats-user.conf'), natsUser(manifest));
  say(`wrote services/${name}/deploy/nats-user.conf`);
  return 0;
}

/** The remote may import the endpoints of the service. */
function connect(root, remote, name) {
  const depend = (json) => {
    const dependencies = { ...json.dependencies, [`@touchline/${name}`]: '0.1.0' };
    json.dependencies = Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  editJson(join(remote, 'package.json'), depend);
  editJson(join(remote, 'tsconfig.json'), (json) => json.references.push({ path: `../services/${name}` }));
  editJson(join(root, 'package-lock.json'), ({ packages }) => depend(packages[`mf-${name}`]));
  say(`mf-${name} may import @touchline/${name}/endpoints`);
}
