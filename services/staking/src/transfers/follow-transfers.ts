import { inBackgroundSpan } from '@touchline/service-kit/process/traces';
import { type AcceptDeps, acceptTransfer } from './accept-transfer.ts';
import { updateSuspensions } from './suspensions.ts';

/**
 * Reads the chain once. Transfers to the staking wallet become stakes even if the browser that sent them is closed, and
 * stakes follow their transfer through reorganisations.
 * @returns whether more blocks are ready to be read
 */
export async function followTransfers(deps: AcceptDeps): Promise<boolean> {
  const more = await deps.ledger.follow();
  await updateSuspensions(deps.db);
  for (const transfer of await deps.ledger.findUnassigned()) {
    const accepted = await inBackgroundSpan('accept transfer', () => acceptTransfer(deps, transfer));
    if (accepted.kind === 'waiting')
      throw new Error('transfers wait until the end of the season is confirmed');
  }
  return more;
}
