/** Holds a browser-wide lock while `work` runs, so that two tabs cannot pay twice. Rejects if another tab holds it. */
export async function runExclusively(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return work();
  await locks.request('touchline-payouts', { ifAvailable: true }, (lock) => {
    if (!lock) throw new Error('Another tab of this browser is sending payouts. Continue there.');
    return work();
  });
}
