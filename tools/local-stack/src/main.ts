import { join } from 'node:path';
import { firstGameweek, seedDemo } from './demo-data/seed-demo.ts';
import { sentence } from './error-sentence.ts';
import { PROJECT, type Product, startProduct } from './product.ts';
import { readCommandLine } from './supervisor/command-line.ts';
import { stopOnSignal } from './supervisor/stop-on-signal.ts';

const abort = new AbortController();
/** Seconds since the process started, including installation and build. */
const seconds = () => (performance.now() / 1000).toFixed(1);
const log = (text: string) => console.log(`[${seconds().padStart(5)} s] ${text}`);

/** Short, so that the prizes of the demo's history are paid about when the demo is ready. */
const reviewMinutes = process.env.PRIZE_REVIEW_MINUTES ?? '0.2';

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2), join(PROJECT, '.touchline'));
  const { home, port, reset, archive: archiveDir, gameweekMinutes, fromGameweek, demoTeams } = options;
  const replay = {
    archiveDir,
    gameweekMinutes,
    fromGameweek: demoTeams > 0 ? firstGameweek(fromGameweek) : fromGameweek,
    paused: demoTeams > 0, // until the demo teams have played their history
    waits: demoTeams > 0,
  };
  const env = demoTeams > 0 ? { games: { PRIZE_REVIEW_MINUTES: reviewMinutes } } : {};
  const product = startProduct({ home, port, reset, replay, env, say: log, signal: abort.signal });
  stopOnSignal(product, () => abort.abort(), log);
  const running = await product;
  const { url } = running;
  log(`state and logs are in ${home}`);
  console.log(
    `\nTouchline is ready in ${seconds()} s: ${url}\nCtrl-C stops everything and keeps all state.\n`,
  );
  if (demoTeams > 0 && !process.env.FPL_URL) await seedInBackground(running, demoTeams, fromGameweek);
}

async function seedInBackground(product: Product, teams: number, gameweek: number): Promise<void> {
  log(`${teams} demo teams are playing gameweeks ${firstGameweek(gameweek)} to ${gameweek - 1}`);
  const demo = await seedDemo(product, { teams, gameweek }).catch((error: unknown) => {
    if (abort.signal.aborted) return null;
    log(`demo data failed: ${sentence(error)}`);
    return product.replay.resume().then(() => null);
  });
  if (!demo) return;
  if (demo.isNew) log(`demo ready: gameweek ${gameweek} goes live when a page is opened`);
  const gameweekName = `gameweek ${firstGameweek(gameweek)}`;
  await demo.prizesPaid.then(
    () => log(`demo prizes are paid; the demo wallet's players claim theirs of ${gameweekName}`),
    (error: unknown) => abort.signal.aborted || log(`the demo prizes are not paid: ${sentence(error)}`),
  );
}

main().catch((error: unknown) => {
  if (abort.signal.aborted) return;
  console.error(`\nTouchline cannot start: ${sentence(error)}`);
  process.exitCode = 1;
});
