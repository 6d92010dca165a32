/**
 * Runs steps one after the other, each in a task of its own and the first after the first paint: a phone would otherwise show
 * nothing, and answer no press, until the last of them is done.
 */
export async function inTurns(steps: readonly (() => unknown)[]): Promise<void> {
  await painted();
  for (const step of steps) {
    await step();
    await nextTask();
  }
}

/** A page in the background is not painted. */
const painted = (): Promise<void> =>
  document.visibilityState === 'hidden'
    ? Promise.resolve()
    : new Promise((resolve) => requestAnimationFrame(() => void nextTask().then(resolve)));

/** Unlike a timer, a message is not slowed down in the background. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
