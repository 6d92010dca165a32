/** Names for the accounts of the local chain, by index in the development mnemonic; 0 is the admin. */
export const ACCOUNT_NAMES = [
  'Gaffer (admin)',
  'Nell Fairbank',
  'Ozzie Thorne',
  'Priya Lowell',
  'Hugo Marsh',
  'Tilda Voss',
  'Kofi Redgrave',
  'Ines Calder',
  'Jonty Blake',
] as const;

export const ADMIN = 0;
/** Indices of the treasury and the staking wallet. The admin controls both and exposes them alongside the admin account. */
export const PAYMENT_ACCOUNTS = [9, 10];

export const shortenAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
