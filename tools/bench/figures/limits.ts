export type Limits = ReturnType<typeof createLimits>;

/** Checks figures against limits and prints each result; `close` prints `N passed, N failed` and sets the exit code. */
export function createLimits() {
  const checks: boolean[] = [];
  const add = (passed: boolean, text: string) => {
    checks.push(passed);
    console.log(`${passed ? 'passed' : 'FAILED'}  ${text}`);
  };
  return {
    check(what: string, value: number, limit: { max?: number; min?: number }, unit: string): void {
      const { max = Number.POSITIVE_INFINITY, min = Number.NEGATIVE_INFINITY } = limit;
      const bound = limit.max === undefined ? `at least ${min}` : `at most ${max}`;
      const shown = value >= 100 ? value.toFixed(0) : value.toFixed(1);
      add(value <= max && value >= min, `${what}: ${shown} ${unit} (limit: ${bound})`);
    },
    /** Checks a condition that is no figure. */
    require(what: string, passed: boolean): void {
      add(passed, what);
    },
    close(): void {
      const failed = checks.filter((passed) => !passed).length;
      console.log(`${checks.length - failed} passed, ${failed} failed`);
      process.exitCode = failed === 0 ? 0 : 1;
    },
  };
}
