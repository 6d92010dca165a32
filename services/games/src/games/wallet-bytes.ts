export const WALLET_BYTES = 20;

/** A wallet as entries store it: its twenty bytes; what is not a wallet is the bytes of no entry. */
export const walletBytes = (wallet: string): Buffer => Buffer.from(wallet.slice(2), 'hex');

/** The same of a column with the text of a wallet. */
export const walletBytesOf = (column: string): string => `decode(substr(${column}, 3), 'hex')`;
