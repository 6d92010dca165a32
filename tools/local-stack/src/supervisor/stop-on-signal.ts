const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_CHECK_MS = 1_000;

/**
 * Stops the product gracefully on Ctrl-C, SIGTERM, a closed terminal, or when the npm that started us ends (npm does
 * not forward every signal). A second Ctrl-C exits immediately and leaves the rest to the guards.
 */
export function stopOnSignal(
  starting: Promise<{ stop(): Promise<void> }>,
  abort: () => void,
  say: (text: string) => void,
): void {
  let stopping = false;
  const stop = async (why: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    say(`${why}: stopping everything`);
    abort();
    const product = await starting.catch(() => undefined);
    await product?.stop();
    say('everything has stopped');
    process.exit(product ? 0 : 1);
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop(signal));
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !stopping) void stop('npm exited');
  }, PARENT_CHECK_MS).unref();
}
