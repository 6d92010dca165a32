#!/usr/bin/env node
// npm run test:demo [-- OPTIONS OF PLAYWRIGHT]: starts the demo as `npm start` does and checks its first minute in a real browser.
import { runBrowserScenario } from './lib/browser-scenario.mjs';
import { main } from './lib/main.mjs';

main(() => runBrowserScenario('demo'), { accepts: 'anything' });
