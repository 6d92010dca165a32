#!/usr/bin/env node
// npm run new-remote -- NAME: creates a remote as docs/recipes/add-a-remote.md describes.
import { main } from './lib/main.mjs';
import { newRemote } from './lib/new-remote.mjs';
import { ROOT } from './lib/project.mjs';

main(async () => newRemote(ROOT, process.argv[2] ?? ''), { accepts: 'words' });
