import type { Bus } from '@touchline/service-kit/bus';
import { inBackgroundSpan } from '@touchline/service-kit/traces';
import { tellGames } from '../coefficients/tell-games.ts';
import { type AcceptDeps, acceptTransfer } from './accept-transfer.ts';
import { updateSuspensions } from './suspensions.ts';

/**
 * Reads the chain once: transfers to the staking wallet become stakes whether or not the browser that sent them is still
 * there, and stakes follow their transfer through reorganisations.
 * @returns whether there is more to read at once
 */
export async function followTransfers(deps: AcceptDeps & { bus: Bus }): Promise<boolean> {
  const more = await deps.ledger.follow();
  await updateSuspensions(deps.db);
  for (const transfer of await deps.ledger.findUnassigned()) {
    const accepted = await inBackgroundSpan('accept transfer', () => acceptTransfer(deps, transfer));
    if (accepted.kind === 'waiting') throw new Error('transfers wait until the end of the season is known');
    if (accepted.kind === 'stake' && accepted.created) await tellGames(deps, transfer.sender);
  }
  return more;
}
