import { readFileSync } from 'node:fs';
import { publishAll, releaseToken } from './release/publish.ts';

// RELEASE_SECRET_FILE=... node tools/local-stack/dist/publish-remotes.js URL: publishes the remotes built in the working directory
// (docker-compose.yml).
const [url] = process.argv.slice(2);
const file = process.env.RELEASE_SECRET_FILE;
if (!url || !file)
  throw new Error('usage: RELEASE_SECRET_FILE=... node tools/local-stack/dist/publish-remotes.js URL');
const project = process.cwd();
const token = releaseToken(project, readFileSync(file, 'utf8').trim(), 'all');
await publishAll(project, { url, token }, (text) => console.log(text));
