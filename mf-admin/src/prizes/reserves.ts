import type { TokenReserves } from '@touchline/api/http/reserves';

export const isCovered = ({ assets, owed }: Pick<TokenReserves, 'assets' | 'owed'>): boolean =>
  BigInt(assets) >= BigInt(owed);

/** Share of the debts that the assets cover, never rounded up: "98.76%". */
export const formatRatio = (ratio: number | null): string =>
  ratio === null ? 'No debts' : `${(Math.floor(ratio * 10_000 + 0.5) / 100).toFixed(2)}%`;
