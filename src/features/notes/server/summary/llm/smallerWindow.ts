import { type Llm, LlmError } from '#platform/llm/llm.ts'

/** The assumed context length when the server does not report one. */
const ASSUMED_WINDOW = 4096
const SMALLEST_WINDOW = 1200

/** Returns the context length to use after a request was refused as too long; null for other errors or a useless length. */
export function smallerWindow({ contextTokens: current }: Llm, error: unknown): number | null {
  if (!(error instanceof LlmError) || error.kind !== 'too-long') return null
  const named = error.contextTokens
  const next =
    named !== null && named < (current ?? Infinity) ? named : current === null ? ASSUMED_WINDOW : Math.floor(current / 2)
  return next >= SMALLEST_WINDOW ? next : null
}
