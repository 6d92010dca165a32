import type { Log } from './log.ts';

interface ShutdownOptions {
  /** After this long the process ends without waiting further. */
  timeoutMs?: number;
}

/**
 * Ends the process in order on SIGTERM or SIGINT: `stop` runs once, then exit 0; a second signal ends it at once. An
 * error that nobody caught is logged and ends the process with 1: its state can no longer be trusted, the supervisor
 * starts it again.
 */
export function onShutdown(log: Log, stop: () => Promise<void>, options: ShutdownOptions = {}): void {
  let stopping = false;
  const end = (code: number) => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), options.timeoutMs ?? 10_000).unref();
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught exception');
    end(1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);
}
