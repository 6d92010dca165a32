/** Records the result of one check. */
export type Check = (ok: boolean, description: string) => void;
