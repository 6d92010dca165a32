import { readFileSync } from 'node:fs';
import { publishAll, validReleaseToken } from './release/publish.ts';

// RELEASE_SECRET_FILE=... node tools/local-stack/dist/publish-remotes.js URL: publishes the remotes built in the working directory
// (docker-compose.yml).
const [url] = process.argv.slice(2);
const file = process.env.RELEASE_SECRET_FILE;
if (!url || !file)
  throw new Error('usage: RELEASE_SECRET_FILE=... node tools/local-stack/dist/publish-remotes.js URL');
const project = process.cwd();
const token = await validReleaseToken(project, readFileSync(file, 'utf8').trim(), 'all', url);
const complete = await publishAll(project, { url, token }, (text) => console.log(text));
if (!complete) process.exitCode = 1;
