/**
 * Zod in browser builds: `import { z } from 'zod/mini'` resolves to this file (packages/federation), and the shell shares it with
 * the remotes. A shared module is never tree-shaken, so only the names in use are listed. Add the names that a new schema needs.
 * Error messages are "Invalid input" unless a schema has its own. A form that shows zod's messages must set their language.
 */
import * as mini from 'zod/v4/mini';

export const z = {
  _default: mini._default,
  array: mini.array,
  base64: mini.base64,
  boolean: mini.boolean,
  describe: mini.describe,
  discriminatedUnion: mini.discriminatedUnion,
  enum: mini.enum,
  extend: mini.extend,
  gte: mini.gte,
  int: mini.int,
  iso: { datetime: mini.iso.datetime },
  json: mini.json,
  length: mini.length,
  literal: mini.literal,
  lte: mini.lte,
  maxLength: mini.maxLength,
  minLength: mini.minLength,
  normalize: mini.normalize,
  nullable: mini.nullable,
  nullish: mini.nullish,
  number: mini.number,
  object: mini.object,
  omit: mini.omit,
  optional: mini.optional,
  pick: mini.pick,
  pipe: mini.pipe,
  positive: mini.positive,
  record: mini.record,
  refine: mini.refine,
  regex: mini.regex,
  strictObject: mini.strictObject,
  string: mini.string,
  transform: mini.transform,
  trim: mini.trim,
  tuple: mini.tuple,
  union: mini.union,
  unknown: mini.unknown,
  uuid: mini.uuid,
};
export const config = mini.config;
