/** A text that no other process ever shares with `pid`; undefined when there is no such process. */
export function identityOf(pid: number): string | undefined;
export function isAlive(pid: number): boolean;
