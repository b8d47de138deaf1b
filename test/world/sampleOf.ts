import { z } from 'zod'

/** Values of every kind the contracts ask for; the first that a schema takes stands for it. */
const CANDIDATES: readonly unknown[] = [
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

/** Something a schema takes: every required field, and optional ones too, so that a test can put something into them. */
export function sampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
    const filled = fields.map(([name, field]) => [name, field, sampleOf(field)] as const)
    return Object.fromEntries(
      filled
        .filter(([, field, value]) => value !== undefined && field.safeParse(value).success)
        .map(([name, , value]) => [name, value]),
    )
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return sampleOf(schema.unwrap() as z.ZodType)
  }
  const whole = CANDIDATES.find((value) => schema.safeParse(value).success)
  if (schema instanceof z.ZodPipe && whole === undefined) return sampleOf(schema.in as z.ZodType)
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] as z.ZodType)
  return whole
}
