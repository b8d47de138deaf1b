import { type Llm, LlmError } from '#platform/llm/llm.ts'

/** What a model is taken to read when its server says nothing. */
const ASSUMED_WINDOW = 4096
const SMALLEST_WINDOW = 1200

/** Returns what the model reads, or may read, after it refused a request as too long; null for another error or a useless window. */
export function smallerWindow({ contextTokens: current }: Llm, error: unknown): number | null {
  if (!(error instanceof LlmError) || error.kind !== 'too-long') return null
  const named = error.contextTokens
  const next =
    named !== null && named < (current ?? Infinity) ? named : current === null ? ASSUMED_WINDOW : Math.floor(current / 2)
  return next >= SMALLEST_WINDOW ? next : null
}
