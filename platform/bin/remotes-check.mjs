#!/usr/bin/env node
// npm run remotes-check: builds and runs the campaign of broken versions of a remote, in real browsers.
import { runCampaign } from './lib/campaign.mjs';
import { main } from './lib/main.mjs';

main(() => runCampaign('remotes'));
