/** The endpoints of packages/api. Each says in a sentence what it is for, which is for the documentation that the gateway makes. */
export const ENDPOINTS = /[\\/]api[\\/]src[\\/]http[\\/][\w-]+\.ts$/;

const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g;

/** A loader: the same endpoints without their sentences. A kilobyte on the wire, in the shell and in each remote. */
// biome-ignore lint/style/noDefaultExport: that is how a loader is found
export default function withoutSummaries(source: string): string {
  return source.replace(SUMMARY, "summary: ''");
}
