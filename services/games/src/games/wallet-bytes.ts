/** Converts a wallet to the 20 bytes that entries store. Text that is not a wallet matches no entry. */
export const toWalletBytes = (wallet: string): Buffer => Buffer.from(wallet.slice(2), 'hex');

/** SQL expression that converts a text column with a wallet. */
export const walletBytesSql = (column: string): string => `decode(substr(${column}, 3), 'hex')`;
