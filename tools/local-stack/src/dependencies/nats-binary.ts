import { join } from 'node:path';
import { withLock } from '../../bin/lib/lock.mjs';
import { cacheDir } from './cache-dir.ts';
import { aptInstall, aptUnpack, hasApt } from './debian.ts';
import { findProgram, isExecutable } from './find-program.ts';

const INSTALL_HELP = `nats-server is needed and could not be installed automatically. Do one of:
  - install it: Debian/Ubuntu \`apt-get install nats-server\`, macOS \`brew install nats-server\`,
    or a release from https://github.com/nats-io/nats-server/releases on your PATH
  - set NATS_SERVER to the program, or NATS_URL to a running NATS with JetStream`;

/**
 * The nats-server program: $NATS_SERVER, on PATH, in the user's cache, or from Debian (installed as root, otherwise
 * unpacked into the cache).
 * @throws Error with instructions when there is none
 */
export async function natsServerPath(say: (text: string) => void): Promise<string> {
  const given = process.env.NATS_SERVER;
  if (given) {
    if (!isExecutable(given)) throw new Error(`NATS_SERVER=${given} is not executable`);
    return given;
  }
  const known = findProgram('nats-server') ?? cached();
  if (known) return known;
  if (!hasApt()) throw new Error(INSTALL_HELP);
  return withLock(
    join(cacheDir(), 'nats-server.lock'),
    () => findProgram('nats-server') ?? cached() ?? install(say),
    {
      onWait: (owner) => say(`waiting for process ${owner}, which is installing nats-server`),
    },
  ).catch((cause: unknown) => {
    throw new Error(`${INSTALL_HELP}\n(${cause instanceof Error ? cause.message : String(cause)})`, {
      cause,
    });
  });
}

function cacheFolder(): string {
  return join(cacheDir(), 'nats-server');
}

function cached(): string | undefined {
  const path = join(cacheFolder(), 'usr', 'sbin', 'nats-server');
  return isExecutable(path) ? path : undefined;
}

async function install(say: (text: string) => void): Promise<string> {
  if (process.getuid?.() === 0) {
    say('installing nats-server (apt-get, once)');
    await aptInstall(['nats-server']);
    const path = findProgram('nats-server');
    if (path) return path;
  }
  say('unpacking nats-server from Debian into the cache (once)');
  await aptUnpack('nats-server', cacheFolder());
  const path = cached();
  if (!path) throw new Error("Debian's package contains no usr/sbin/nats-server");
  return path;
}
