/** 0x7099…79c8: the first six and the last four characters. */
export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
