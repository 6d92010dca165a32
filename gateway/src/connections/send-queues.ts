import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The bytes that the kernel holds for each connection because the other side has not acknowledged them. */
export interface SendQueues {
  /** 0 where the system does not tell. */
  of(socket: Socket): number;
}

/** Linux lists its connections there, each with its queues. Inside a container these are the container's own. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Reads the queues of all connections. Elsewhere than on Linux all are 0: there only what Node itself holds is seen. */
export async function readSendQueues(): Promise<SendQueues> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')));
  const queues = new Map<string, number>();
  for (const line of tables.flatMap((table) => table.split('\n').slice(1))) {
    const [, local, remote, , sizes] = line.trim().split(/\s+/);
    const queue = Number.parseInt(sizes ?? '0', 16); // up to the colon: what waits to be sent
    if (local && remote && queue > 0) queues.set(`${local} ${remote}`, queue);
  }
  return {
    of(socket) {
      const local = kernelName(socket.localAddress, socket.localPort);
      const remote = kernelName(socket.remoteAddress, socket.remotePort);
      return queues.get(`${local} ${remote}`) ?? 0;
    },
  };
}

/** An end of a connection as the kernel writes it: groups of four bytes in the machine's order, in hexadecimal. */
function kernelName(address: string | undefined, port: number | undefined): string {
  if (address === undefined || port === undefined || !ipaddr.isValid(address)) return '';
  const bytes = ipaddr.parse(address).toByteArray();
  const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase();
  let name = '';
  for (let at = 0; at < bytes.length; at += 4)
    name += bytes
      .slice(at, at + 4)
      .reverse()
      .map(hex)
      .join('');
  return `${name}:${hex(port >> 8)}${hex(port & 0xff)}`;
}
