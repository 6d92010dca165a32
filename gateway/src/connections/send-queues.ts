import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bytes per connection that the kernel holds until the client acknowledges them. */
export interface SendQueues {
  /** 0 on systems that do not report it. */
  getUnsentBytes(socket: Socket): number;
}

/** Connection tables of Linux with queue sizes; inside a container they list the container's connections. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Reads the send queues of all connections. Without Linux all are 0, and only Node's own buffers are known. */
export async function readSendQueues(): Promise<SendQueues> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')));
  const queues = new Map<string, number>();
  for (const line of tables.flatMap((table) => table.split('\n').slice(1))) {
    const [, local, remote, , sizes] = line.trim().split(/\s+/);
    const queue = Number.parseInt(sizes ?? '0', 16); // the send queue; the receive queue follows the colon
    if (local && remote && queue > 0) queues.set(`${local} ${remote}`, queue);
  }
  return {
    getUnsentBytes(socket) {
      const local = formatKernelAddress(socket.localAddress, socket.localPort);
      const remote = formatKernelAddress(socket.remoteAddress, socket.remotePort);
      return queues.get(`${local} ${remote}`) ?? 0;
    },
  };
}

/** Formats an endpoint as the kernel does: hexadecimal groups of four bytes in machine byte order. */
function formatKernelAddress(address: string | undefined, port: number | undefined): string {
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
