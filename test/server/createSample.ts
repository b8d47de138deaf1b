import { z } from 'zod/mini'

/** Values of every kind in the contracts. The first one accepted by a schema is used. */
const CANDIDATE_VALUES: readonly unknown[] = [
  'a',
  'web',
  'a word of no meaning',
  'ben@example.org',
  '0'.repeat(32),
  'DE',
  'en',
  'zapier',
  'anthropic',
  '#4c8eff',
  'MP3',
  'txt',
  'trans',
  '2026-11',
  'cat_general',
  1,
  101,
  0,
  true,
  null,
]

/** Returns a value accepted by the schema, with required and optional fields, so that a test can change any of them. */
export function createSample(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, field, createSample(field)] as const)
    return Object.fromEntries(
      fields
        .filter(([, field, value]) => value !== undefined && z.safeParse(field, value).success)
        .map(([name, , value]) => [name, value]),
    )
  }
  if (schema instanceof z.ZodMiniArray) return [createSample(schema.def.element)]
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniDefault) {
    return createSample(schema.def.innerType)
  }
  const candidate = CANDIDATE_VALUES.find((value) => z.safeParse(schema, value).success)
  if (schema instanceof z.ZodMiniPipe && candidate === undefined) return createSample(schema.def.in)
  if (schema instanceof z.ZodMiniUnion) return createSample(schema.def.options[0] ?? z.undefined())
  if (candidate !== undefined) return candidate
  if (schema instanceof z.ZodMiniEnum) return Object.values(schema.def.entries)[0]
  return schema instanceof z.ZodMiniLiteral ? schema.def.values[0] : undefined
}
