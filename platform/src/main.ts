import { join } from 'node:path';
import { sentence } from './error-sentence.ts';
import { isFree } from './parts/ports.ts';
import { PROJECT, startProduct } from './product.ts';
import { HELP, readCommandLine } from './supervisor/command-line.ts';
import { stopOnSignal } from './supervisor/stop-on-signal.ts';

const giveUp = new AbortController();
/** Since the process began, so that installing and building count. */
const seconds = () => (performance.now() / 1000).toFixed(1);
const say = (text: string) => console.log(`[${seconds().padStart(5)} s] ${text}`);

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2), join(PROJECT, '.touchline'));
  if (options === 'help') return console.log(HELP);
  const { home, port, reset, archive: archiveDir, gameweekMinutes, fromGameweek } = options;
  if (!(await isFree(port))) throw new Error(`port ${port} is in use: choose another with --port N`);
  const replay = { archiveDir, gameweekMinutes, fromGameweek };
  const product = startProduct({ home, port, reset, replay, say, signal: giveUp.signal });
  stopOnSignal(product, () => giveUp.abort(), say);
  const { url } = await product;
  say(`state and logs are in ${home}`);
  console.log(
    `\nTouchline is ready in ${seconds()} s: ${url}\nCtrl-C stops everything and keeps all state.\n`,
  );
}

main().catch((error: unknown) => {
  if (giveUp.signal.aborted) return;
  console.error(`\nTouchline cannot start: ${sentence(error)}`);
  process.exitCode = 1;
});
