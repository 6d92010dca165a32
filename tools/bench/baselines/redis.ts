import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { measure } from '../figures/measure.ts';
import { cpuMs } from '../host/process-stats.ts';
import { openSocket } from '../load/connection.ts';

/** Commands per round trip. */
const PIPELINE = 10_000;

/**
 * Measures the CPU time of a Redis server for the same update: a new score for each member of a sorted set, then a page of fifty.
 * Equal scores keep Redis' order. The program is `redis-server` or the path in REDIS_SERVER.
 * @returns null when Redis is not installed
 */
export async function measureRedis(scores: Int32Array): Promise<{ filled: number; updated: number } | null> {
  const port = await freePort();
  const program = process.env.REDIS_SERVER ?? 'redis-server';
  const server = spawn(program, ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  });
  const missing = await Promise.race([
    once(server, 'error').then(() => true),
    once(server, 'spawn').then(() => false),
  ]);
  if (missing) return null;
  try {
    await waitUntil(() => openSocket(port).then((socket) => socket.destroy() !== undefined), {
      what: 'redis',
      timeoutMs: 60_000,
    });
    const socket = await openSocket(port);
    const fill = async (by: number) => {
      await setScores(socket, scores, by);
      await sendCommands(socket, 'ZREVRANGE leaderboard 0 49 WITHSCORES\r\n', '*100\r\n');
    };
    const meters = { redis: () => cpuMs(server.pid!) };
    const [filled, updated] = [
      await measure(meters, () => fill(0)),
      await measure(meters, () => fill(3_000)),
    ];
    socket.destroy();
    return { filled: filled.cpu.redis, updated: updated.cpu.redis };
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

async function setScores(socket: Socket, scores: Int32Array, by: number): Promise<void> {
  for (let from = 0; from < scores.length; from += PIPELINE) {
    const end = Math.min(scores.length, from + PIPELINE);
    let commands = 'MULTI\r\n';
    for (let entry = from; entry < end; entry += 1)
      commands += `ZADD leaderboard ${scores[entry]! + (entry % 7) * by} ${entry}\r\n`;
    await sendCommands(socket, `${commands}EXEC\r\n`, `*${end - from}\r\n`);
  }
}

/** Sends commands and resolves when the reply with this head has as many lines as the head announces. */
function sendCommands(socket: Socket, commands: string, head: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const read = (chunk: Buffer) => {
      reply += chunk.toString('latin1');
      const start = reply.indexOf(head);
      const lines = Number(head.slice(1));
      if (start < 0 || countLines(reply, start + head.length) < lines) return;
      socket.off('data', read).off('error', reject);
      resolve();
    };
    socket.on('data', read).once('error', reject);
    socket.write(commands);
  });
}

function countLines(text: string, from: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
