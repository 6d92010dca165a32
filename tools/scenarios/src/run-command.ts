/** Runs a command and exits with the code that it returns. An error is one sentence and exit code 1. */
export function runCommand(main: () => Promise<number>): void {
  main().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}

/** Parses the value of the option `name`. @throws Error that explains a value that is no whole number */
export function parseWholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}

/** Logs a line with the seconds since the process started. */
export const log = (text: string): void =>
  console.log(`[${(performance.now() / 1000).toFixed(1).padStart(6)} s] ${text}`);

/** Numbers of checks of a scenario. */
interface Counts {
  passed: number;
  failed: number;
}

/** Runs a scenario and prints its counts. An error counts as one failure; SIGINT and SIGTERM abort the signal. */
export function runScenario(main: (signal: AbortSignal) => Promise<Counts>): void {
  const cancellation = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => cancellation.abort());
  runCommand(async () => {
    const { passed, failed } = await main(cancellation.signal).catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 1 };
    });
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  });
}
