/** Checks figures against limits and prints each result; `close` prints `N passed, N failed` and sets the exit code. */
export function createLimits() {
  const checks: boolean[] = [];
  return {
    check(what: string, value: number, limit: { max?: number; min?: number }, unit: string): void {
      const { max = Number.POSITIVE_INFINITY, min = Number.NEGATIVE_INFINITY } = limit;
      const passed = value <= max && value >= min;
      checks.push(passed);
      const bound = limit.max === undefined ? `at least ${min}` : `at most ${max}`;
      const shown = value >= 100 ? value.toFixed(0) : value.toFixed(1);
      console.log(`${passed ? 'passed' : 'FAILED'}  ${what}: ${shown} ${unit} (limit: ${bound})`);
    },
    close(): void {
      const failed = checks.filter((passed) => !passed).length;
      console.log(`${checks.length - failed} passed, ${failed} failed`);
      process.exitCode = failed === 0 ? 0 : 1;
    },
  };
}
