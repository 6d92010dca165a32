import { join } from 'node:path';
import { addPackage, readJson } from './add-to-project.mjs';
import { say } from './project.mjs';
import { remoteFiles } from './remote-files.mjs';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Creates the folder `mf-NAME` with a page, a request to the API and a test, and adds it to the workspaces. */
export function newRemote(root, input) {
  const name = input.replace(/^mf-/, '');
  if (!NAME.test(name))
    throw new Error('npm run new-remote -- NAME: lower case letters, digits and dashes, like "rivals"');
  const remote = `mf-${name}`;
  addPackage(root, remote, remoteFiles(name, versionsOf(root)));
  say(`created ${remote} with the page /${name}`);
  say(`npm run dev -w ${remote} runs it alone, npm test -w ${remote} tests it, npm start includes it`);
  return 0;
}

/** The versions of the packages that every remote has. */
function versionsOf(root) {
  const { dependencies, devDependencies } = readJson(join(root, 'mf-staking', 'package.json'));
  return { ...dependencies, ...devDependencies };
}
