import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** CPU time of a running process with all its running threads, in ms. Unlike wall time it excludes other load on the machine. */
export function cpuMs(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce((sum, task) => {
    const [ns] = readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 1e6;
}

/** CPU time of a Postgres server and of its sessions, including closed ones, in ms. */
export function serverCpuMs(server: number): number {
  const fields = readFileSync(`/proc/${server}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) * 10; // clock ticks of exited children
  const sessions = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
  return [server, ...sessions.map(Number)].reduce((sum, pid) => {
    try {
      return sum + cpuMs(pid);
    } catch {
      return sum; // the session has just exited
    }
  }, ended);
}
