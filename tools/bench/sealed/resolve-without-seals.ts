// Loader hook of Node: resolves the module that seals lineups to its replacement (`without-seals.ts`).

type Resolved = { url: string; format?: string; shortCircuit?: boolean };
type NextResolve = (specifier: string, context: object) => Promise<Resolved>;

const SEALS = /\/services\/games\/dist\/seals\.js$/;

export async function resolve(specifier: string, context: object, next: NextResolve): Promise<Resolved> {
  const resolved = await next(specifier, context);
  if (!SEALS.test(resolved.url)) return resolved;
  return { ...resolved, url: new URL('./without-seals.js', import.meta.url).href };
}
