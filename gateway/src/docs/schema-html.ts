import type { JsonSchema } from '@touchline/api/openapi/document';
import { type Html, html } from './html.ts';

const REFERENCE = /^#\/components\/schemas\/(.+)$/;

/** A schema as a reader wants it: its type in words, then its fields, one line each. */
export function schemaHtml(schema: JsonSchema): Html {
  return html`${schema.properties ? null : html`<p class="type">${typeOf(schema)}</p>`}${fieldsOf(schema)}`;
}

/** The fields of an object, of the items of a list, or of each kind of object that it may be. */
function fieldsOf(schema: JsonSchema): Html | null {
  if (schema.properties) return fieldList(schema);
  if (isSchema(schema.items)) return fieldsOf(schema.items);
  const kinds = alternatives(schema).filter((one) => one.properties);
  if (kinds.length === 0) return null;
  return html`<ul class="kinds">${kinds.map((kind) => html`<li>${fieldsOf(kind)}</li>`)}</ul>`;
}

function fieldList({ properties = {}, required = [] }: JsonSchema): Html {
  const fields = Object.entries(properties).filter((entry): entry is [string, JsonSchema] =>
    isSchema(entry[1]),
  );
  return html`<ul class="fields">${fields.map(
    ([
      name,
      schema,
    ]) => html`<li><code>${name}</code>${required.includes(name) ? null : html` <i>optional</i>`}
      <span class="type">${typeOf(schema)}</span>${fieldsOf(schema)}</li>`,
  )}</ul>`;
}

/** A type in words, e.g. "list of Game", "text (uuid)", "one of GK, DEF", "number or null". */
export function typeOf(schema: JsonSchema): Html {
  const name = REFERENCE.exec(schema.$ref ?? '')?.[1];
  if (name) return html`<a href="#schema-${name}">${name}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return html`one of ${schema.enum.map(String).join(', ')}`;
  const several = alternatives(schema);
  if (several.length > 0)
    return html`${several.map((one, index) => html`${index > 0 ? ' or ' : ''}${typeOf(one)}`)}`;
  if (Array.isArray(schema.type)) return html`${schema.type.map(word).join(' or ')}${limits(schema)}`;
  if (schema.type === 'array')
    return html`list${isSchema(schema.items) ? html` of ${typeOf(schema.items)}` : ''}${limits(schema)}`;
  return html`${word(schema.type)}${limits(schema)}`;
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

const word = (type: unknown): string => WORDS[String(type)] ?? String(type ?? 'anything');

function limits(schema: JsonSchema): string {
  const said = [
    schema.format,
    schema.pattern && `like ${schema.pattern}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' of them'),
    range(schema.minimum ?? above(schema), schema.maximum, ''),
    schema.default !== undefined && `else ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  return said.length > 0 ? ` (${said.join(', ')})` : '';
}

const above = ({ exclusiveMinimum }: JsonSchema) =>
  typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : undefined;

function range(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least === undefined && most === undefined) return null;
  if (least === most) return `${least}${unit}`;
  if (most === undefined) return `at least ${least}${unit}`;
  return `${least === undefined ? 'at most ' : `${least} to `}${most}${unit}`;
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
