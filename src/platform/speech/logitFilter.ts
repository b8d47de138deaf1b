import type { WhisperMeta } from './whisperMeta.ts'

/** A possible next token and its log-probability. */
export type Choice = { readonly token: number; readonly logProb: number }

/**
 * Returns the most likely next tokens of a text, best first: text or the end token, never a language, a task or a time. The first
 * token cannot be a space or the end. `normaliser` is the decoder's log-sum over text tokens.
 */
export function likeliestTokens(
  logits: Float32Array,
  normaliser: number,
  meta: WhisperMeta,
  limit: number,
  isFirst: boolean,
): Choice[] {
  if (!isFirst) return best(logits, normaliser, meta.start, limit)
  const allowed = logits.slice(0, meta.start)
  for (const token of meta.neverFirst) allowed[token] = -Infinity
  return best(allowed, logSumExp(allowed), meta.start, limit)
}

/** log(Σ exp(x)), without overflow. */
export function logSumExp(values: Float32Array): number {
  let top = -Infinity
  for (const value of values) if (value > top) top = value
  let sum = 0
  for (const value of values) sum += Math.exp(value - top)
  return top + Math.log(sum)
}

function best(logits: Float32Array, normaliser: number, end: number, limit: number): Choice[] {
  const found: Choice[] = []
  let floor = -Infinity
  for (let token = 0; token < end; token++) {
    const logProb = logits[token]! - normaliser
    if (logProb <= floor) continue
    let place = found.length
    while (place > 0 && found[place - 1]!.logProb < logProb) place--
    found.splice(place, 0, { token, logProb })
    if (found.length > limit) found.pop()
    if (found.length === limit) floor = found[limit - 1]!.logProb
  }
  return found
}
