#!/usr/bin/env node
// npm run release -- COMMAND: the published versions of remotes.
// With REMOTE_TOKEN=..., the token of the remote or of the deployment:
//   list --to URL                                        every version, its state, and what a rollback returns to
//   promote NAME VERSION --to URL                        makes a version current
//   share NAME VERSION PERCENT --to URL                  gives a version to a share of visitors; 0 ends it
//   rollback NAME [--to-version VERSION] --to URL        names the version that comes back, asks on a terminal, rolls back
//   rollback NAME --version VERSION --to URL             withdraws a version that no visitor gets: its previews end
//   preview NAME VERSION [--hours N] --to URL            a link: the browser that opens it gets this version (default 24 hours)
//   testers NAME [--add WALLET] [--remove WALLET] --to URL  wallets that get the next version before it is offered
//   testers NAME --link --to URL                         a link that makes a browser a tester for 30 days
// With RELEASE_SECRET=..., otherwise with the secret in the home of npm start (--home DIR, default .touchline):
//   token NAME --to URL                                  the valid token of a remote, or of the deployment (all)
//   replace-token NAME --to URL                          a new token; the previous one is rejected from now on
//   move-route PATH NAME --to URL                        gives a path to another remote
import { createInterface } from 'node:readline/promises';
import { ensureCompiled } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { ROOT, say } from './lib/project.mjs';

main(
  async () => {
    await ensureCompiled('tools/local-stack', 'gateway');
    const { releaseCommand } = await import('../dist/release/main.js');
    const { readReleaseSecret } = await import('../dist/supervisor/home.js');
    const secret = (home) => readReleaseSecret(home, ROOT);
    const output = await releaseCommand(process.argv.slice(2), {
      project: ROOT,
      secret,
      confirm,
      note: (sentence) => console.error(sentence),
    });
    console.log(output);
  },
  { accepts: 'anything' },
);

/** Asks on a terminal. A script has decided before it runs the command. */
async function confirm(sentence) {
  say(sentence);
  if (!process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const reply = await terminal.question('Continue? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(reply.trim());
}
