/** What the product's processes are started with; the Dockerfile has the same. */

/**
 * V8's settings. What a call needs is garbage when it is answered: with more room for new objects than V8's 16 MB, a crowd's calls
 * end before they are copied and kept.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=32'];

/**
 * glibc's: what is free at the end of its memory goes back to the system from a megabyte on. It would learn from the largest block
 * that it ever freed to keep twice as much, which a large game leaves behind when it is loaded.
 */
export const MALLOC = { MALLOC_TRIM_THRESHOLD_: '1048576' };
