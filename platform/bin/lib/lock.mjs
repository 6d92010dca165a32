import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identityOf } from './process-identity.mjs';

/** A lock without a live owner is taken over; one whose owner is not yet written gets this long to write it. */
const OWNERLESS_MS = 5_000;
const OWNER = 'owner.json';

/**
 * Runs `work` while holding the lock folder at `path` (created atomically, removed afterwards). A second
 * process waits; a lock left by a dead process is taken over.
 * @template T
 * @param {string} path folder that stands for the lock; its parent is created
 * @param {() => T | Promise<T>} work
 * @param {{ onWait?: (owner: number | undefined) => void }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, options = {}) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  while (!tryAcquire(path)) {
    if (takeFromTheDead(path)) continue;
    if (!told) options.onWait?.(ownerOf(path)?.pid);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  try {
    return await work();
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

function tryAcquire(path) {
  try {
    mkdirSync(path);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(path, OWNER), JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) }));
  return true;
}

function ownerOf(path) {
  try {
    return JSON.parse(readFileSync(join(path, OWNER), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Removes a lock whose owner is gone; moved aside first, so that of two that try only one succeeds. */
function takeFromTheDead(path) {
  if (!isAbandoned(path)) return false;
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
  } catch {
    return true; // somebody else was faster
  }
  if (!isAbandoned(aside)) renameSync(aside, path); // a new owner's, taken a moment ago
  rmSync(aside, { recursive: true, force: true });
  return true;
}

function isAbandoned(path) {
  const owner = ownerOf(path);
  if (owner) return identityOf(owner.pid) !== owner.identity;
  try {
    return Date.now() - statSync(path).mtimeMs > OWNERLESS_MS;
  } catch {
    return false; // released in the meantime
  }
}
