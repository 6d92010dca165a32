#!/usr/bin/env node
// npm run first-minute: builds, starts the demo as npm start does, and looks at its first minute in a real browser.
import { runCampaign } from './lib/campaign.mjs';
import { main } from './lib/main.mjs';

main(() => runCampaign('first-minute'));
