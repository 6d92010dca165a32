#!/usr/bin/env node
// npm run screenshots [-- FOLDER [SCREEN...]]: starts the demo and takes screenshots of every screen, or of the named ones
// (e2e/src/screens.ts), on phone and desktop, dark and light.
import { main } from './lib/main.mjs';
import { runBuilt } from './lib/run-built.mjs';

main(() => runBuilt('e2e/dist/src/screenshots.js'), { accepts: 'words' });
