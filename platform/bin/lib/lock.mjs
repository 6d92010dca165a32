import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A lock without a live owner is taken over; one whose owner is not yet written gets this long to write it. */
const OWNERLESS_MS = 5_000;

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
    if (isAbandoned(path)) {
      rmSync(path, { recursive: true, force: true });
      continue;
    }
    if (!told) options.onWait?.(ownerOf(path));
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
  writeFileSync(join(path, 'pid'), String(process.pid));
  return true;
}

function ownerOf(path) {
  try {
    return Number(readFileSync(join(path, 'pid'), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isAbandoned(path) {
  const owner = ownerOf(path);
  if (owner) return !isAlive(owner);
  try {
    return Date.now() - statSync(path).mtimeMs > OWNERLESS_MS;
  } catch {
    return false; // released in the meantime
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // alive, somebody else's
  }
}
