// node platform/dist/publish-remotes.js DIR: publishes the remotes built in the working directory (docker-compose.yml).
import { publishRemotes } from './supervisor/remotes.ts';

const [dir] = process.argv.slice(2);
if (!dir) throw new Error('usage: node platform/dist/publish-remotes.js DIR');
for (const { name, version } of publishRemotes(process.cwd(), dir))
  console.log(`${name} ${version} is published`);
