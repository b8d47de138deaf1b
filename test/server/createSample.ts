import { z } from 'zod'

/** Values of every kind in the contracts. The first one a schema accepts is used. */
const CANDIDATE_VALUES: readonly unknown[] = [
  'a',
  'web',
  'a word of no meaning',
  'ben@example.org',
  '0'.repeat(32),
  'DE',
  'en',
  'zapier',
  '#4c8eff',
  'MP3',
  '2026-11',
  1,
  101,
  0,
  true,
  null,
]

/** Returns a value the schema accepts, with required and optional fields, so that a test can change any of them. */
export function createSample(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
    const sampledFields = fields.map(([name, field]) => [name, field, createSample(field)] as const)
    return Object.fromEntries(
      sampledFields
        .filter(([, field, value]) => value !== undefined && field.safeParse(value).success)
        .map(([name, , value]) => [name, value]),
    )
  }
  if (schema instanceof z.ZodArray) return [createSample(schema.element as z.ZodType)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return createSample(schema.unwrap() as z.ZodType)
  }
  const candidate = CANDIDATE_VALUES.find((value) => schema.safeParse(value).success)
  if (schema instanceof z.ZodPipe && candidate === undefined) return createSample(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion) return createSample(schema.options[0] as z.ZodType)
  return candidate
}
