import type { Judgement } from './validators.ts';

/** One line per question, with how often the answer was right. */
export function table(judgements: readonly Judgement[]): string {
  const rows = [
    ['question', 'right', 'wrong'],
    ...judgements.map(({ question, passed, failures }) => [
      question,
      String(passed),
      String(failures.length),
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(([question, ...numbers]) =>
      [question!.padEnd(widths[0]!), ...numbers.map((text, index) => text.padStart(widths[index + 1]!))].join(
        '  ',
      ),
    )
    .join('\n');
}
