/** Options of dependency-cruiser for this workspace: TypeScript sources, type imports included, packages by their `source` export. */
export const cruiseOptions = {
  doNotFollow: { path: 'node_modules' },
  tsPreCompilationDeps: true,
  parser: 'tsc',
  moduleSystems: ['es6'],
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['source', 'import', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
  },
};
