/** Takes one thing that must be so, and whether it is. */
export type Judge = (ok: boolean, what: string) => void;
