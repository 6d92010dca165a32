#!/usr/bin/env node
// Completes package-lock.json after an `npm install` from a registry without some platforms' packages.
import { completeLock, missingFromLock } from './lib/lock-file.mjs';

const missing = missingFromLock();
completeLock();
console.log(`${missing.length} packages described in package-lock.json`);
