import { prizeVaultAbi } from '@touchline/contracts/abi';
import {
  type ContractEventName,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  toEventSelector,
  toHex,
} from 'viem';
import type { EmittedLog } from './scripted-chain.ts';

export const VAULT = `0x${'f'.repeat(40)}`;
export const TOKEN: Hex = `0x${'7'.repeat(40)}`;
export const ROOT: Hex = `0x${'5'.repeat(64)}`;
export const ACCOUNT: Hex = `0x${'1'.repeat(40)}`;
/** Seconds. */
const OPENS_AT = 1_000n;

/** Key of the n-th game. */
export const gameKey = (n: number): Hex => pad(toHex(n + 1), { size: 32 });

export const settledLog = (
  game: Hex,
  { root = ROOT, total = 10n, token = TOKEN }: { root?: Hex; total?: bigint; token?: Hex } = {},
) =>
  encodeLog('Settled', { game, token }, [
    { type: 'bytes32', value: root },
    { type: 'uint256', value: total },
    { type: 'uint256', value: OPENS_AT },
  ]);

export const revokedLog = (game: Hex, amount = 10n) =>
  encodeLog('Revoked', { game }, [{ type: 'uint256', value: amount }]);

export const reclaimedLog = (game: Hex, amount = 3n) =>
  encodeLog('Reclaimed', { game }, [{ type: 'uint256', value: amount }]);

export const refilledLog = (game: Hex, amount = 3n) =>
  encodeLog('Refilled', { game }, [{ type: 'uint256', value: amount }]);

export const paidLog = (game: Hex, index: number, account: Hex = ACCOUNT, amount = 5n) =>
  encodeLog('Paid', { game, index: BigInt(index), account }, [
    { type: 'address', value: TOKEN },
    { type: 'uint256', value: amount },
  ]);

/** A log that is no event of a prize. */
export const otherLog = (): EmittedLog => ({
  topics: [toEventSelector('OwnershipTransferStarted(address,address)'), pad(ACCOUNT), pad(ACCOUNT)],
  data: '0x',
});

function encodeLog(
  eventName: ContractEventName<typeof prizeVaultAbi>,
  indexed: Record<string, unknown>,
  data: readonly { type: string; value: unknown }[],
): EmittedLog {
  return {
    topics: encodeEventTopics({ abi: prizeVaultAbi, eventName, args: indexed } as never) as [Hex, ...Hex[]],
    data: encodeAbiParameters(
      data.map(({ type }) => ({ type })),
      data.map(({ value }) => value),
    ),
  };
}
