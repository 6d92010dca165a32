// Publishes the build of a remote under another version, as its team does: publish.mjs PROJECT ORIGIN NAME VERSION, with its
// REMOTE_TOKEN. A guest must get it within two seconds, four times in a row, because there is more than one gateway.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [project, url, name, version] = process.argv.slice(2);
const { publish } = await import(`${project}/tools/local-stack/dist/release/publish.js`);
const { readBuilt } = await import(`${project}/tools/local-stack/dist/release/built-remote.js`);

async function given() {
  const { data } = await (await fetch(`${url}/api/remotes`, { headers: { connection: 'close' } })).json();
  return data.remotes.find((remote) => remote.name === name)?.version;
}

await publish({ url, token: process.env.REMOTE_TOKEN }, { ...readBuilt(join(project, name)), version });
const since = performance.now();
let inARow = 0;
while (inARow < 4 && performance.now() - since < 2_000) {
  inARow = (await given()) === version ? inARow + 1 : 0;
  await sleep(50);
}
process.exit(inARow === 4 ? 0 : 1);
