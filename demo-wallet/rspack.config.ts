/** One script without imports: the gateway puts it into the page as it is. */
export default {
  context: import.meta.dirname,
  mode: 'production',
  target: ['web', 'es2023'],
  entry: { 'demo-wallet': './src/main.ts' },
  output: { path: `${import.meta.dirname}/dist`, filename: '[name].js' },
  devtool: false,
  resolve: { extensions: ['.ts', '.js'] },
  module: {
    rules: [
      { test: /\.ts$/, loader: 'builtin:swc-loader', options: { jsc: { parser: { syntax: 'typescript' } } } },
    ],
  },
  performance: false,
  stats: 'errors-warnings',
};
