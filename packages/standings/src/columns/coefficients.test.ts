import { coefficientBefore } from '@touchline/rules/stakes';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CoefficientLog } from './coefficients.ts';

const steps = fc
  .uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 5 })
  .map((times) => times.sort((a, b) => a - b).map((at) => ({ at, coefficient: 1000 + at * 5 })));

it('coefficients match the rule for every index and instant, after any replacements', () => {
  const history = fc.record({ index: fc.integer({ min: 0, max: 300 }), steps });
  const instant = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(Number.POSITIVE_INFINITY));
  fc.assert(
    fc.property(fc.array(history), instant, (histories, at) => {
      const log = new CoefficientLog();
      const known = new Map<number, (typeof histories)[number]['steps']>();
      for (const each of histories) {
        log.set(each.index, each.steps);
        known.set(each.index, each.steps);
      }
      const expected = Array.from({ length: 310 }, (_, index) =>
        coefficientBefore(known.get(index) ?? [], at),
      );
      const written = new Uint16Array(310);
      log.writeBefore(at, written);
      expect([...written]).toEqual(expected);
      expect(expected.map((_, index) => log.findBefore(index, at))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
