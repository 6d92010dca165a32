/**
 * Runs steps one after the other, each in a task of its own and the first after the first paint: a phone would otherwise show
 * nothing, and answer no press, until the last of them is done.
 */
export async function runInTasks(steps: readonly (() => unknown)[]): Promise<void> {
  await waitForPaint();
  for (const step of steps) {
    await step();
    await waitForTask();
  }
}

/** A page in the background is not painted. */
const waitForPaint = (): Promise<void> =>
  document.visibilityState === 'hidden'
    ? Promise.resolve()
    : new Promise((resolve) => requestAnimationFrame(() => void waitForTask().then(resolve)));

/** Unlike a timer, a message is not slowed down in the background. */
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
