/**
 * Runs steps in sequence, each in a separate task, starting after the first paint. As a single task they would block painting and
 * input on a phone until the last step is done.
 */
export async function runInTasks(steps: readonly (() => unknown)[]): Promise<void> {
  await waitForPaint();
  for (const step of steps) {
    await step();
    await waitForTask();
  }
}

/** Resolves immediately for a background page, which is not painted. */
const waitForPaint = (): Promise<void> =>
  document.visibilityState === 'hidden'
    ? Promise.resolve()
    : new Promise((resolve) => requestAnimationFrame(() => void waitForTask().then(resolve)));

/** Uses a message, because browsers throttle timers in background pages. */
function waitForTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
