import type { Compiler } from '@rspack/core';

/** What a remote may not carry, and where it gets the same thing. */
const WAY_OUT: readonly [RegExp, string][] = [
  [/[\\/]node_modules[\\/]@mantine[\\/]/, 'import it from @touchline/ui/base, forms, data or overlays'],
  [/[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, 'React comes from the shell'],
  [/[\\/]node_modules[\\/]@tanstack[\\/]/, 'import it from @touchline/host/query'],
  [/[\\/]node_modules[\\/]react-router(-dom)?[\\/]/, 'import it from @touchline/host/router'],
  [/[\\/]node_modules[\\/](@reduxjs|react-redux|immer)[\\/]/, 'import it from @touchline/host/redux'],
  [/[\\/]node_modules[\\/](wagmi|viem|@wagmi)[\\/]/, 'wallets are the shell’s business: ask host.wallet'],
  [
    /[\\/]packages[\\/]host[\\/]src[\\/](host|query|router|redux)\.tsx?$/,
    'import it as @touchline/host/…, never by a relative path',
  ],
  [
    /[\\/]packages[\\/]ui[\\/]src[\\/]mantine[\\/]base\.ts$/,
    'this module of @touchline/ui stands on the shared base: give it a row in packages/federation/src/shared.ts',
  ],
];

/**
 * Refuses a remote that bundles a second copy of what the shell provides: its contexts would not be the shell's, which shows
 * only at run time and far from the cause.
 */
export class FacadeLaw {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('FacadeLaw', (compilation) => {
      compilation.hooks.finishModules.tap('FacadeLaw', (modules) => {
        for (const module of modules) {
          const file = module.nameForCondition() ?? '';
          const broken = WAY_OUT.find(([pattern]) => pattern.test(file));
          if (broken) compilation.errors.push(new Error(`${file} would be bundled: ${broken[1]}`) as never);
        }
      });
    });
  }
}
