/** Names of common networks, for the wrong-network strip. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
  59144: 'Linea',
  31337: 'Local chain',
  4801: 'World Chain Sepolia',
  11155111: 'Sepolia',
};

/** The name of a chain as it follows "on". */
export const getChainName = (id: number | null) =>
  id === null ? 'no network' : (NAMES[id] ?? 'an unknown network');
