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

/** Builds the schema of params, query or body; never shared between endpoints. */
export function buildRequestSchema(schema: Schema): JsonSchema {
  return withoutMetaSchema(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: simplifySchema }),
  );
}

const REFERENCE = '#/components/schemas/';

/** Builds the schemas of all responses; named ones become references. */
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
  const readSchema = (id: string) => withoutMetaSchema(schemas[id] ?? {});
  return {
    /** Returns a reference for a named schema, otherwise the schema itself. */
    schemaFor(schema: Schema): JsonSchema {
      const id = ids.get(schema) ?? '';
      return id.includes('.') ? readSchema(id) : { $ref: REFERENCE + id };
    },
    /** Returns all named schemas that `root` references, directly or through others. */
    collectReferenced(root: unknown): Record<string, JsonSchema> {
      const referenced: Record<string, JsonSchema> = {};
      const visit = (value: unknown) => {
        for (const [, id = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
          if (!(id in referenced) && id in schemas) {
            referenced[id] = readSchema(id);
            visit(referenced[id]);
          }
      };
      visit(root);
      return Object.fromEntries(Object.entries(referenced).sort(([a], [b]) => a.localeCompare(b)));
    },
  };
}

/** Drops the keywords of a standalone schema. */
export function withoutMetaSchema({ $schema: _metaSchema, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Drops redundant keywords: zod's long patterns next to a format, and the bounds of safe integers. */
export function simplifySchema({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

export const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });
