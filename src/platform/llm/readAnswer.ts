import type { z } from 'zod'

/** The result of parsing a JSON object from text. `problem` is sent to the model in the second request. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }

/**
 * Parses the JSON object in a model's answer. Reasoning, code fences and prose around it are skipped.
 *
 * @NOTE A truncated answer is refused and never completed by closing its brackets: the summary would silently lack the missing
 * part.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  const spoken = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
  const from = spoken.indexOf('{')
  const to = spoken.lastIndexOf('}')
  if (spoken.trim() === '') return { ok: false, problem: 'The answer was empty.' }
  if (from < 0 || to < from) return { ok: false, problem: 'The answer held no complete JSON object.' }
  const parsed = parse(spoken.slice(from, to + 1))
  if (parsed === undefined) return { ok: false, problem: 'The answer was not valid JSON, or broke off before its end.' }
  const checked = schema.safeParse(parsed.json)
  if (checked.success) return { ok: true, value: checked.data }
  const wrong = checked.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'the object'}: ${issue.message}`)
  return { ok: false, problem: `The answer did not match the schema (${wrong.join('; ')}).` }
}

function parse(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
