/** Figures against their limits, closed by `N passed, N failed`. */
export function createLimits() {
  const checks: boolean[] = [];
  return {
    check(what: string, value: number, limit: { most?: number; least?: number }, unit: string): void {
      const { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } = limit;
      const passed = value <= most && value >= least;
      checks.push(passed);
      const bound = limit.most === undefined ? `at least ${least}` : `at most ${most}`;
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
