#!/usr/bin/env node
// npm run test:remotes [-- OPTIONS OF PLAYWRIGHT]: publishes broken versions of a remote and checks in real browsers that they are rolled back.
import { runBrowserScenario } from './lib/browser-scenario.mjs';
import { main } from './lib/main.mjs';

main(() => runBrowserScenario('remotes'), { accepts: 'anything' });
