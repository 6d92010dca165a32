import type { Product } from '@touchline/local-stack/product';
import { verifyResult } from '@touchline/rules/verify-result';
import { checkChain } from '../verify-result/check-chain.ts';
import { readResult } from '../verify-result/read-result.ts';
import { buildResultHashes } from '../verify-result/result-hashes.ts';
import type { ValidationResult } from './validators.ts';

/** Computes the published result of a game again and compares its root and total with the vault. */
export async function verifySettledResult(product: Product, game: string): Promise<ValidationResult> {
  const result = await readResult(product.api, `${product.url}/api`, game);
  const { document, gameweeks, entries } = result;
  const report = await verifyResult(document, gameweeks, entries, buildResultHashes(document));
  const computed = { root: report.root ?? '', total: report.total };
  const { problems, compared } = await checkChain(document, computed, product.chain.rpcUrl);
  const failures = [
    ...report.differences.map(({ ordinal, field }) => `wrong result: ${field} of entry ${ordinal}`),
    ...problems,
    ...(compared === 'root and total' ? [] : [`the vault has ${compared} to compare`]),
  ];
  return {
    name: 'the published result is correct',
    passed: failures.length === 0 ? report.entries : 0,
    failures,
  };
}
