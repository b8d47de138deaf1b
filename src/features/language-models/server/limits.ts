import { newId } from '#shared/newId.ts'
import { days, minutes, seconds } from '#shared/units.ts'
import { isOperator } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { type Llm, LlmError } from '#platform/llm/llm.ts'
import {
  countRequests,
  countUses,
  deleteExpiredRequests,
  deleteRequest,
  deleteUsesBefore,
  hasUse,
  insertRequest,
  insertUse,
  type LimitRecord,
  type Purpose,
  readLimits,
} from './store.ts'

/** A counted use: a summary or a note, or a question. A repeated `useId` counts once, so that retries are free. */
export type Use = { readonly userId: string; readonly purpose: Purpose; readonly useId?: string | undefined }

/** Longer than a call with its retry takes. After this time, the request of a dead process no longer counts. */
const REQUEST_LIFETIME = minutes(30)
const POLL_INTERVAL = seconds(0.5)

/**
 * Counts one use of the language model, or refuses it when the user or the server has none left today (UTC). The operator has no
 * personal limit. Must not run in a transaction, because it locks the limits.
 */
export async function reserveUse(
  ctx: AppContext,
  { userId, purpose, useId = newId(ctx.clock.now()) }: Use,
): Promise<{ readonly used: true } | { readonly refused: 'personLimit' | 'serverLimit' }> {
  const isLimited = !(await isOperator(ctx, userId))
  return await ctx.transaction(async (tx) => {
    const { person, server } = await readLimits(tx, { lock: true })
    if (await hasUse(tx, useId)) return { used: true }
    const today = startOfDay(tx.clock.now())
    const isReached = (limit: number | null, count: number) => limit !== null && count >= limit
    if (isLimited && isReached(limitOf(person, purpose), await countUses(tx, purpose, today, userId)))
      return { refused: 'personLimit' }
    if (isReached(limitOf(server, purpose), await countUses(tx, purpose, today))) return { refused: 'serverLimit' }
    await insertUse(tx, { use_id: useId, used_by: userId, purpose, used_at: tx.clock.now() })
    return { used: true }
  })
}

const limitOf = (limits: LimitRecord, purpose: Purpose) => (purpose === 'summary' ? limits.summaries : limits.questions)

const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / days(1)) * days(1))

/** Returns the model with requests that wait while the user or the server has as many as the limits allow. */
export function limitRequests(ctx: AppContext, llm: Llm, userId: string): Llm {
  return {
    id: llm.id,
    contextTokens: llm.contextTokens,
    generate: async (request) => {
      const requestId = await startRequest(ctx, userId, request.signal)
      try {
        return await llm.generate(request)
      } finally {
        if (requestId !== null) await deleteRequest(ctx, requestId)
      }
    },
  }
}

/** Returns the id of a counted request, or null when requests are not limited. Rejects with LlmError when the signal aborts. */
async function startRequest(ctx: AppContext, userId: string, signal: AbortSignal): Promise<string | null> {
  const isLimited = !(await isOperator(ctx, userId))
  for (;;) {
    const started = await tryToStart(ctx, userId, isLimited)
    if (started !== false) return started
    try {
      await ctx.clock.wait(POLL_INTERVAL, signal)
    } catch (error) {
      throw new LlmError('aborted', 'The call to the language model was stopped.', error)
    }
  }
}

/** Returns the id of a counted request, null when requests are not limited, or false while there are as many as allowed. */
async function tryToStart(ctx: AppContext, userId: string, isLimited: boolean): Promise<string | null | false> {
  const { person, server } = await readLimits(ctx)
  if (server.requests === null && (person.requests === null || !isLimited)) return null
  return await ctx.transaction(async (tx) => {
    await readLimits(tx, { lock: true })
    await deleteExpiredRequests(tx)
    if (isLimited && person.requests !== null && (await countRequests(tx, userId)) >= person.requests) return false
    if (server.requests !== null && (await countRequests(tx)) >= server.requests) return false
    const now = tx.clock.now()
    const requestId = newId(now)
    await insertRequest(tx, {
      request_id: requestId,
      user_id: userId,
      expires_at: new Date(now.getTime() + REQUEST_LIFETIME),
    })
    return requestId
  })
}

/** Deletes uses and requests that no longer count. */
export async function deleteOldUses(ctx: AppContext): Promise<void> {
  await deleteUsesBefore(ctx, new Date(startOfDay(ctx.clock.now()).getTime() - days(1)))
  await deleteExpiredRequests(ctx)
}
