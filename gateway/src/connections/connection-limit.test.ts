import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { SITE_FACTOR } from '../limits/client-limits.ts';
import { limitConnections } from './connection-limit.ts';

/** A socket with the address of another network, which no test machine has. */
class Connection extends EventEmitter {
  open = true;
  constructor(readonly remoteAddress: string) {
    super();
  }
  resetAndDestroy() {
    this.open = false;
    this.emit('close');
  }
}

test('S21 the networks of an IPv6 /48 have a common limit of connections', () => {
  const server = new EventEmitter();
  limitConnections(server as Server, { perAddress: 2, total: 1_000 });
  const connect = (address: string) => {
    const connection = new Connection(address);
    server.emit('connection', connection);
    return connection;
  };
  const site = (network: number) => `2001:db8:1:${network}::1`;
  const connections = Array.from({ length: 2 * SITE_FACTOR }, (_, n) => connect(site(n)));
  expect(connections.every(({ open }) => open)).toBe(true);
  expect(connect(site(99)).open).toBe(false);
  expect(connect('2001:db8:2::1').open).toBe(true);
  connections[0]?.emit('close');
  expect(connect(site(99)).open).toBe(true);
  expect(connect(site(100)).open).toBe(false);
});
