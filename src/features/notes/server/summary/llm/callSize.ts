import { estimateTokens, type Llm } from '#platform/llm/llm.ts'
import { type Asked, describeTemplate, wholeInstructions } from './prompts.ts'
import { textCost } from './splitIntoParts.ts'

/** The capacity of one call: bytes of the transcript, and tokens of the answer. */
export type CallSize = { readonly partSize: number; readonly answerTokens: number }

/** Fits models with a context of 8,000 tokens. */
const DEFAULT_PART_SIZE = 14_000
const PART_SIZE = { least: 600, most: 48_000 }
const ANSWER_TOKENS = { least: 400, most: 3000 }
/** An answer is shorter than its input. */
const ANSWER_SHARE = 0.3
const BYTES_PER_TOKEN = 3
/** Tokens for the chat template and the titles of chapters. */
const FRAME_TOKENS = 100
/** For servers without schema support, the schema is in the prompt. A smaller context has no room for it. */
const SCHEMA = { leastWindow: 4000, tokens: 300, perSection: 15, perLine: 1.5, bytesPerLine: 60 }

/** Returns the size of the calls to a model, so that instructions, transcript and answer fit its context. */
export function callSize({ contextTokens }: Pick<Llm, 'contextTokens'>, asked: Asked): CallSize {
  const templateSize = textCost(describeTemplate(asked))
  if (contextTokens === null)
    return { partSize: inRange(DEFAULT_PART_SIZE - templateSize, PART_SIZE), answerTokens: ANSWER_TOKENS.most }
  const answerTokens = inRange(Math.floor(contextTokens * ANSWER_SHARE), ANSWER_TOKENS)
  const room = contextTokens - answerTokens - FRAME_TOKENS - estimateTokens(wholeInstructions(asked, []))
  const hasSchema = contextTokens >= SCHEMA.leastWindow
  const schemaTokens = hasSchema ? SCHEMA.tokens + SCHEMA.perSection * asked.sections.length : 0
  const bytesPerToken = hasSchema
    ? BYTES_PER_TOKEN / (1 + (SCHEMA.perLine * BYTES_PER_TOKEN) / SCHEMA.bytesPerLine)
    : BYTES_PER_TOKEN
  return { partSize: inRange(Math.floor((room - schemaTokens) * bytesPerToken - templateSize), PART_SIZE), answerTokens }
}

const inRange = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, value))
