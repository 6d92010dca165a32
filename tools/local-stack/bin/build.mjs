#!/usr/bin/env node
// npm run build: installs what is missing and builds what changed.
import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';

main(build);
