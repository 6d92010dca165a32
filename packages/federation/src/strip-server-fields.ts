import { type CallExpression, type ObjectExpression, type Program, parse } from 'acorn';
import { ancestor, simple } from 'acorn-walk';

/** The schemas and endpoints of packages/api. */
export const API = /[\\/]api[\\/]src[\\/](http[\\/])?[\w-]+\.ts$/;

/** Fields of an endpoint that only servers need, to validate requests, and the gateway, to generate the API documentation. */
const SERVER_FIELDS = new Set(['owner', 'summary', 'params', 'query', 'body', 'limit', 'also', 'errorCodes']);

/**
 * Loader that runs after the compiler and prepares the API modules for browsers. It removes the fields of endpoints that only servers
 * need. It marks the calls that create schemas as free of side effects, so that a build drops unused endpoints and schemas.
 */
// biome-ignore lint/style/noDefaultExport: rspack loaders are default exports
export default function stripServerFields(source: string): string {
  return markPure(removeServerFields(source));
}

function removeServerFields(source: string): string {
  const removed: { start: number; end: number }[] = [];
  simple(parseModule(source), {
    CallExpression(call) {
      if (call.callee.type === 'Identifier' && call.callee.name === 'endpoint')
        removed.push(...findServerFields(call));
    },
  });
  return removed
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), source);
}

/** Source ranges of the server fields in `endpoint({ ... })`, each up to the start of the next property. */
function findServerFields({ arguments: [declaration] }: CallExpression): { start: number; end: number }[] {
  const { properties, end } = declaration as ObjectExpression;
  return properties.flatMap((property, at) => {
    const isServerField =
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      SERVER_FIELDS.has(property.key.name);
    return isServerField ? [{ start: property.start, end: properties[at + 1]?.start ?? end - 1 }] : [];
  });
}

/** Marks every call at module level as free of side effects. */
function markPure(source: string): string {
  const starts = new Set<number>();
  ancestor(parseModule(source), {
    CallExpression(call, _state, ancestors) {
      if (!ancestors.some(({ type }) => type.includes('Function'))) starts.add(call.start);
    },
  });
  return [...starts]
    .sort((a, b) => b - a)
    .reduce((text, start) => `${text.slice(0, start)}/*#__PURE__*/ ${text.slice(start)}`, source);
}

const parseModule = (source: string): Program =>
  parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
