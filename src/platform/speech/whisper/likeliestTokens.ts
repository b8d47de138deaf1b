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
  if (!isFirst) return selectBest(logits, normaliser, meta.start, limit)
  const allowed = logits.slice(0, meta.start)
  for (const token of meta.neverFirst) allowed[token] = -Infinity
  return selectBest(allowed, logSumExp(allowed), meta.start, limit)
}

/** log(Σ exp(x)), without overflow. */
export function logSumExp(values: Float32Array): number {
  let max = -Infinity
  for (const value of values) if (value > max) max = value
  let sum = 0
  for (const value of values) sum += Math.exp(value - max)
  return max + Math.log(sum)
}

function selectBest(logits: Float32Array, normaliser: number, end: number, limit: number): Choice[] {
  const choices: Choice[] = []
  let threshold = -Infinity
  for (let token = 0; token < end; token++) {
    const logProb = logits[token]! - normaliser
    if (logProb <= threshold) continue
    let index = choices.length
    while (index > 0 && choices[index - 1]!.logProb < logProb) index--
    choices.splice(index, 0, { token, logProb })
    if (choices.length > limit) choices.pop()
    if (choices.length === limit) threshold = choices[limit - 1]!.logProb
  }
  return choices
}
