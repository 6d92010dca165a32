import type { Log } from './log.ts';

interface ShutdownOptions {
  /** The process exits after this long even if `stop` has not finished; default 10 s. */
  timeoutMs?: number;
}

/**
 * Shuts down on SIGTERM or SIGINT: runs `stop` once and exits with 0; a second signal exits immediately. An uncaught error
 * is logged and exits with 1: the state can no longer be trusted, and the supervisor restarts the process.
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
        log.error({ err: error }, 'shutdown failed');
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
