#!/usr/bin/env node
// After an `npm install` beside a registry without some platforms' packages: describes them in package-lock.json.
import { completeLock, missingFromLock } from './lib/lock-file.mjs';

const missing = missingFromLock();
completeLock();
console.log(`${missing.length} packages described in package-lock.json`);
