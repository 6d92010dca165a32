import { findOrUnpack } from './debian.ts';
import { isExecutable } from './find-program.ts';

const INSTALL_HELP = `nats-server is needed and could not be installed automatically. Do one of:
  - install it: Debian/Ubuntu \`apt-get install nats-server\`, macOS \`brew install nats-server\`,
    or a release from https://github.com/nats-io/nats-server/releases on your PATH
  - set NATS_SERVER to the program, or NATS_URL to a running NATS with JetStream`;

/**
 * The nats-server program: $NATS_SERVER, on PATH, or from Debian.
 * @throws Error with instructions when there is none
 */
export async function natsServerPath(say: (text: string) => void): Promise<string> {
  const given = process.env.NATS_SERVER;
  if (!given) return findOrUnpack({ name: 'nats-server', help: INSTALL_HELP }, say);
  if (!isExecutable(given)) throw new Error(`NATS_SERVER=${given} is not executable`);
  return given;
}
