import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of a package as seen from another file; works for packages whose exports hide package.json. */
function distOf(name: string, from: string): string {
  return dirname(createRequire(from).resolve(name));
}

/**
 * Points the bundler at the ES builds of the Module Federation runtime. It resolves the CommonJS ones by itself, which are
 * not tree-shaken (5.5 kB gz in every build). All of these or none: with only some, the runtime is bundled twice.
 */
export function esRuntimeAliases(): Record<string, string> {
  const here = import.meta.url;
  const enhanced = createRequire(here).resolve('@module-federation/enhanced/rspack');
  const tools = distOf('@module-federation/runtime-tools', enhanced);
  const bundlerRuntime = distOf('@module-federation/webpack-bundler-runtime', join(tools, 'index.js'));
  const runtime = distOf('@module-federation/runtime', join(tools, 'index.js'));
  const core = distOf('@module-federation/runtime-core', join(runtime, 'index.js'));
  const provider = createRequire(enhanced).resolve('@module-federation/rspack');
  const external = distOf('@module-federation/inject-external-runtime-core-plugin', provider);
  return {
    [join(bundlerRuntime, 'index.cjs')]: join(bundlerRuntime, 'bundler.js'),
    [join(runtime, 'index.cjs')]: join(runtime, 'bundler.js'),
    [join(external, 'index.cjs')]: join(external, 'index.js'),
    '@module-federation/runtime-tools$': join(tools, 'bundler.js'),
    '@module-federation/runtime-tools/runtime-core$': join(tools, 'runtime-core.js'),
    '@module-federation/runtime$': join(runtime, 'bundler.js'),
    '@module-federation/runtime-core$': join(core, 'index.js'),
  };
}
