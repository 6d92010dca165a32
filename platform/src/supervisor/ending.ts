import type { Product } from '../product.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const WATCH_MS = 1_000;

/**
 * Ends the product in good order on Ctrl-C, SIGTERM, a closed terminal, or the end of the npm that started
 * us (npm's shell does not hand every signal on). A second Ctrl-C leaves at once: the guards end the rest.
 */
export function endWith(starting: Promise<Product>, abort: () => void, say: (text: string) => void): void {
  let ending = false;
  const end = async (why: string) => {
    if (ending) process.exit(1);
    ending = true;
    say(`${why}: ending everything`);
    abort();
    const product = await starting.catch(() => undefined);
    await product?.stop();
    say('everything has ended');
    process.exit(product ? 0 : 1);
  };
  for (const signal of SIGNALS) process.on(signal, () => void end(signal));
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending) void end('npm has ended');
  }, WATCH_MS).unref();
}
