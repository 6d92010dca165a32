// RELEASE_SECRET=... node platform/dist/publish-remotes.js URL: publishes the remotes built in the working directory
// (docker-compose.yml).
import { publishAll, releaseToken } from './release/publish.ts';

const [url] = process.argv.slice(2);
const secret = process.env.RELEASE_SECRET;
if (!url || !secret) throw new Error('usage: RELEASE_SECRET=... node platform/dist/publish-remotes.js URL');
const project = process.cwd();
await publishAll(project, { url, token: releaseToken(project, secret, 'all') }, (text) => console.log(text));
