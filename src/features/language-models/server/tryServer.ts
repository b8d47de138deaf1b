import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { LlmError } from '#platform/llm/llm.ts'
import type { LlmServer } from '#platform/llm/servers/LlmServer.ts'
import { readContextTokens } from '#platform/llm/servers/listModels.ts'
import type { Trial } from '../contract.ts'
import { openWithoutShape } from './learnedShapes.ts'
import { toModelFailure } from './toModelFailure.ts'

/** A large model may have to be loaded first. */
const TIMEOUT = seconds(110)
/** Models that reason before they answer need more tokens. */
const MAX_OUTPUT_TOKENS = 2000

const Answer = z.object({ person: z.string().min(1), weekday: z.string().min(1) })

/**
 * Sends one small request and returns the response time and whether the answer follows the schema, or why it failed. Reads the
 * context length afterwards, when the model is loaded.
 */
export async function tryServer(ctx: AppContext, server: LlmServer): Promise<Trial> {
  const startedAt = ctx.clock.now()
  let followsSchema = true
  try {
    const llm = await openWithoutShape(ctx, server, { timeout: TIMEOUT, retries: 0 })
    await llm.generate({
      purpose: 'try',
      instructions: 'You read what was said in a meeting and answer questions about it.',
      prompt:
        '“We meet on Tuesday at nine, and Mara brings the figures.”\nWho brings something, and on which weekday do they meet?',
      schema: Answer,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      signal: new AbortController().signal,
    })
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    if (error.kind !== 'unusable-answer') return { outcome: 'failed', failure: toModelFailure(error) }
    followsSchema = false
  }
  const ms = ctx.clock.now().getTime() - startedAt.getTime()
  const contextTokens = server.contextTokens ?? (await readContextTokens(server))
  return { outcome: 'answered', ms, follows_schema: followsSchema, context_tokens: contextTokens }
}
