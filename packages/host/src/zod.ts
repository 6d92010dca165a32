/**
 * The browser builds' zod: `import { z } from 'zod'` resolves to this file (packages/federation), and the shell shares it with
 * the remotes. A shared module is never tree-shaken, and the whole of zod brings its messages in fifty languages, so only the
 * names in use are listed. Add the names that a new schema needs. (`zod/mini` is no substitute: its schemas have no methods.)
 */
import * as zod from 'zod/v4';

export const z = {
  any: zod.any,
  array: zod.array,
  base64: zod.base64,
  bigint: zod.bigint,
  boolean: zod.boolean,
  coerce: zod.coerce,
  custom: zod.custom,
  discriminatedUnion: zod.discriminatedUnion,
  enum: zod.enum,
  int: zod.int,
  intersection: zod.intersection,
  iso: { datetime: zod.iso.datetime, date: zod.iso.date },
  json: zod.json,
  lazy: zod.lazy,
  literal: zod.literal,
  looseObject: zod.looseObject,
  never: zod.never,
  null: zod.null,
  nullable: zod.nullable,
  number: zod.number,
  object: zod.object,
  optional: zod.optional,
  record: zod.record,
  strictObject: zod.strictObject,
  string: zod.string,
  transform: zod.transform,
  tuple: zod.tuple,
  undefined: zod.undefined,
  union: zod.union,
  unknown: zod.unknown,
  uuid: zod.uuid,
};
export const config = zod.config;
