/** Start options of the product's processes, the same as in the Dockerfile. */

/**
 * V8's settings. Objects of a request are garbage after the response. With more space for new objects than V8's 16 MB, concurrent
 * requests finish before their objects are copied to the old generation.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=32'];

/**
 * Setting of glibc: free memory above a megabyte returns to the system. By default glibc adapts to the largest freed block and would
 * keep twice its size after a large game was loaded.
 */
export const MALLOC = { MALLOC_TRIM_THRESHOLD_: '1048576' };
