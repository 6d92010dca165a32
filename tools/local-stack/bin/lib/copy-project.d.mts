/** Copies the sources, builds and installed packages of a project; packages as hard links, because they do not change. */
export function copyProject(from: string, to: string): void;
