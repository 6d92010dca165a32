/**
 * V8's settings of the product's processes; the Dockerfile has the same. What a call needs is garbage when it is answered:
 * with more room for new objects than V8's 16 MB, a crowd's calls end before they are copied and kept.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=32'];
