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
/** The treasury and the staking wallet: the admin holds them too, and shows them beside his own account. */
export const PAYING = [9, 10];

export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
