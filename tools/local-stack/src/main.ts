import { join } from 'node:path';
import { firstGameweek, setTheStage } from './demo-data/stage.ts';
import { sentence } from './error-sentence.ts';
import { isFree } from './dependencies/ports.ts';
import { PROJECT, type Product, startProduct } from './product.ts';
import { HELP, readCommandLine } from './supervisor/command-line.ts';
import { stopOnSignal } from './supervisor/stop-on-signal.ts';

const giveUp = new AbortController();
/** Since the process began, so that installing and building count. */
const seconds = () => (performance.now() / 1000).toFixed(1);
const say = (text: string) => console.log(`[${seconds().padStart(5)} s] ${text}`);

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2), join(PROJECT, '.touchline'));
  if (options === 'help') return console.log(HELP);
  const { home, port, reset, archive: archiveDir, gameweekMinutes, fromGameweek, crowd } = options;
  if (!(await isFree(port))) throw new Error(`port ${port} is in use: choose another with --port N`);
  const replay = {
    archiveDir,
    gameweekMinutes,
    fromGameweek: crowd > 0 ? firstGameweek(fromGameweek) : fromGameweek,
    paused: crowd > 0, // until the crowd has played its history
    waits: crowd > 0,
  };
  const product = startProduct({ home, port, reset, replay, say, signal: giveUp.signal });
  stopOnSignal(product, () => giveUp.abort(), say);
  const running = await product;
  const { url } = running;
  say(`state and logs are in ${home}`);
  console.log(
    `\nTouchline is ready in ${seconds()} s: ${url}\nCtrl-C stops everything and keeps all state.\n`,
  );
  if (crowd > 0 && !process.env.FPL_URL) await bringCrowd(running, crowd, fromGameweek);
}

async function bringCrowd(product: Product, crowd: number, gameweek: number): Promise<void> {
  say(`${crowd} invented teams play gameweeks ${firstGameweek(gameweek)} to ${gameweek - 1} now`);
  const played = await setTheStage(product, { crowd, gameweek }).catch((error: unknown) => {
    if (giveUp.signal.aborted) return false;
    say(`the crowd stayed away: ${sentence(error)}`);
    return product.replay.resume().then(() => false);
  });
  if (played) say(`the stage is set: gameweek ${gameweek} is live as soon as somebody opens the app`);
}

main().catch((error: unknown) => {
  if (giveUp.signal.aborted) return;
  console.error(`\nTouchline cannot start: ${sentence(error)}`);
  process.exitCode = 1;
});
