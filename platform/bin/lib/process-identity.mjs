import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A text that no other process ever shares with `pid` (start time and boot), so that a recorded pid can be
 * told from a later process with the same number. Undefined when there is no such process.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function identityOf(pid) {
  return process.platform === 'linux' ? linuxIdentity(pid) : psIdentity(pid);
}

/** @param {number} pid */
export function isAlive(pid) {
  return identityOf(pid) !== undefined;
}

function linuxIdentity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined; // ended, only not yet collected by its parent
    return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return undefined;
  }
}

function psIdentity(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}
