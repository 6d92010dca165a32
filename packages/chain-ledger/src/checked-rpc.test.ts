import { expect, it } from 'vitest';
import { rejectWrongChain } from './checked-rpc.ts';
import { ScriptedChain, ScriptedRpc } from './testing/scripted-chain.ts';
import { combineRpcs } from './transfer-reader.ts';

const createRpcs = () => {
  const chain = new ScriptedChain({ finalDepth: 10 });
  return [new ScriptedRpc(chain), new ScriptedRpc(chain)] as const;
};

it('S7 the start-up ends when one RPC serves another chain, also while the other one is down', async () => {
  const [wrong, other] = createRpcs();
  wrong.setFault('ELSEWHERE');
  await expect(rejectWrongChain(combineRpcs([other, wrong]))).rejects.toThrow('serves chain 1');
  other.setFault('DOWN');
  await expect(rejectWrongChain(combineRpcs([other, wrong]))).rejects.toThrow('serves chain 1');
});

it('S7 the start-up continues while no RPC responds', async () => {
  const rpcs = createRpcs();
  for (const rpc of rpcs) rpc.setFault('DOWN');
  const reader = combineRpcs(rpcs);
  await expect(reader.check()).rejects.toThrow();
  await expect(rejectWrongChain(reader)).resolves.toBeUndefined();
});
