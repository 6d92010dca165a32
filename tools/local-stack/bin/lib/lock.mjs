import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identityOf } from './process-identity.mjs';

/** A new lock has this long to name its owner; without a live owner it is taken over. */
const OWNERLESS_MS = 5_000;
const OWNER = 'owner.json';

/**
 * Runs `work` while holding the lock folder at `path`. Other processes wait; a lock left by a dead process is taken over.
 * Not proper-lockfile: it runs before packages are installed.
 * @template T
 * @param {string} path the lock folder; its parent is created
 * @param {() => T | Promise<T>} work
 * @param {{ onWait?: (owner: number | undefined) => void }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, options = {}) {
  mkdirSync(dirname(path), { recursive: true });
  let reported = false;
  while (!tryAcquire(path)) {
    if (takeOver(path)) continue;
    if (!reported) options.onWait?.(ownerOf(path)?.pid);
    reported = true;
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

/** Removes an abandoned lock; renames it first, so that only one of several processes succeeds. */
function takeOver(path) {
  if (!isAbandoned(path)) return false;
  const aside = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, aside);
  } catch {
    return true; // another process was faster
  }
  if (!isAbandoned(aside)) renameSync(aside, path); // it has a new owner
  rmSync(aside, { recursive: true, force: true });
  return true;
}

function isAbandoned(path) {
  const owner = ownerOf(path);
  if (owner) return identityOf(owner.pid) !== owner.identity;
  try {
    return Date.now() - statSync(path).mtimeMs > OWNERLESS_MS;
  } catch {
    return false; // released in between
  }
}
