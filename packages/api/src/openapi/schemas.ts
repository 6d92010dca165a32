import { z } from 'zod/mini';
import type { NamedEndpoint } from '../all-endpoints.ts';
import type { PlainEndpoint } from '../endpoint.ts';
import type { Schema } from '../schema.ts';
import type { Content, JsonSchema } from './document.ts';

/** The input of the document. */
export interface Declared {
  endpoints: readonly NamedEndpoint[];
  /** Schemas that appear once and are referenced by name. */
  named: readonly { name: string; schema: Schema }[];
  plain: readonly PlainEndpoint[];
}

/** The schema of a request part; never shared between calls. */
export function buildRequestSchema(schema: Schema): JsonSchema {
  return withoutMetaSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: simplifySchema }));
}

const REFERENCE = '#/components/schemas/';

/** The schemas of all responses; named ones become references. */
export function buildResponseSchemas({ endpoints, named, plain }: Declared) {
  const registry = z.registry<{ id: string }>();
  const ids = new Map<Schema, string>();
  const taken = new Set<string>();
  const register = (schema: Schema, wanted: string) => {
    if (ids.has(schema)) return;
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}${n}`;
    taken.add(id);
    ids.set(schema, id);
    registry.add(schema, { id });
  };
  for (const { name, schema } of named) register(schema, name.charAt(0).toUpperCase() + name.slice(1));
  for (const { name, endpoint } of endpoints) register(endpoint.data, `${name}.data`);
  for (const { name, schema } of plain) if (schema) register(schema, `${name}.data`);
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => REFERENCE + id,
    override: simplifySchema,
  });
  const known = (id: string) => withoutMetaSchema(schemas[id] ?? {});
  return {
    /** Inline unless it is a named schema. */
    of(schema: Schema): JsonSchema {
      const id = ids.get(schema) ?? '';
      return id.includes('.') ? known(id) : { $ref: REFERENCE + id };
    },
    /** Every named schema that is referenced, directly or by another one. */
    referredFrom(root: unknown): Record<string, JsonSchema> {
      const found: Record<string, JsonSchema> = {};
      const visit = (value: unknown) => {
        for (const [, id = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
          if (!(id in found) && id in schemas) {
            found[id] = known(id);
            visit(found[id]);
          }
      };
      visit(root);
      return Object.fromEntries(Object.entries(found).sort(([a], [b]) => a.localeCompare(b)));
    },
  };
}

/** Drops what belongs only to a standalone schema. */
export function withoutMetaSchema({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Drops noise: zod's long patterns where a format says the same, and the bounds of safe integers. */
export function simplifySchema({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

export const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });
