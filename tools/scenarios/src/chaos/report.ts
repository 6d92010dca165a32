import type { ValidationResult } from './validators.ts';

/** Formats one line per validation with its counts. */
export function formatTable(results: readonly ValidationResult[]): string {
  const rows = [
    ['validation', 'passed', 'failed'],
    ...results.map(({ name, passed, failures }) => [name, String(passed), String(failures.length)]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(([name, ...numbers]) =>
      [name!.padEnd(widths[0]!), ...numbers.map((text, index) => text.padStart(widths[index + 1]!))].join(
        '  ',
      ),
    )
    .join('\n');
}
