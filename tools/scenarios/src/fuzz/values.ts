import type { JsonSchema } from '@touchline/api/openapi/document';
import fc from 'fast-check';

/** Ids and teams that exist and therefore pass validation. */
export interface KnownData {
  games: readonly string[];
  participations: readonly string[];
  wallets: readonly string[];
  players: readonly number[];
  /** Valid bodies of join requests. */
  teams: readonly Record<string, unknown>[];
}

/** Generates mostly valid values of a schema, with existing ids where the schema takes ids. */
export function generateValue(schema: JsonSchema, known: KnownData): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
  if (alternatives.length > 0) return fc.oneof(...alternatives.map((one) => generateValue(one, known)));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => generateValue({ ...schema, type } as JsonSchema, known)));
  switch (schema.type) {
    case 'string':
      return generateText(schema, known);
    case 'integer':
      return fc.oneof(fc.constantFrom(...known.players), fc.nat(1_000));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(generateValue((schema.items ?? {}) as JsonSchema, known), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 20,
      });
    case 'object':
      return generateObject(schema, known);
    default:
      return fc.jsonValue();
  }
}

function generateText(schema: JsonSchema, known: KnownData): fc.Arbitrary<string> {
  if (schema.format === 'uuid')
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...known.games, ...known.participations) },
      { weight: 1, arbitrary: fc.uuid() },
    );
  if (schema.format === 'date-time') return instant;
  if (schema.pattern === WALLET)
    return fc.oneof(fc.constantFrom(...known.wallets), fc.stringMatching(new RegExp(WALLET)));
  if (schema.pattern) {
    const matching = fc.stringMatching(new RegExp(schema.pattern));
    const id = fc.constantFrom(...known.players).map(String);
    return new RegExp(schema.pattern).test('123')
      ? fc.oneof(matching, id, fc.constantFrom('1', '6', '50'))
      : matching;
  }
  return fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 30, 80) });
}

const WALLET = '^0x[0-9a-fA-F]{40}$';
const HOUR = 3_600_000;

/** Generates times near the present, when windows open and close, and arbitrary times. */
const instant = fc
  .oneof(
    fc.integer({ min: -200, max: 2_000 }).map((hours) => Date.now() + hours * HOUR),
    fc.integer(),
  )
  .map((time) => new Date(time).toISOString());

function generateObject(schema: JsonSchema, known: KnownData): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const object = fc.record(
    Object.fromEntries(properties.map(([name, one]) => [name, generateValue(one, known)])),
    {
      requiredKeys: [...(schema.required ?? [])],
    },
  );
  const team = properties.filter(([name]) => known.teams[0] && name in known.teams[0]).map(([name]) => name);
  if (team.length < 2) return object;
  // A team is only valid as a whole.
  const valid = fc
    .constantFrom(...known.teams)
    .chain((one) =>
      object.map((rest) => ({ ...rest, ...Object.fromEntries(team.map((name) => [name, one[name]])) })),
    );
  return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: object });
}
