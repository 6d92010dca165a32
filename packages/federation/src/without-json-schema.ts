/** The modules of zod that turn schemas into JSON Schema. Every schema class holds on to them, and no page uses them. */
export const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/** A loader: the same names as the module, each refusing to be called. Saves 18 kB of the shell's script, 5 on the wire. */
// biome-ignore lint/style/noDefaultExport: that is how a loader is found
export default function withoutJsonSchema(source: string): string {
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  return [
    "const none = () => { throw new Error('Browsers have no JSON schemas'); };",
    `export { ${names.map((name) => `none as ${name}`).join(', ')} };`,
  ].join('\n');
}
