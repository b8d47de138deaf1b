import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { voicePrintCopyContract, type VoicePrintCopy } from '../../contract.ts'
import { deleteCopy, insertCopy, readCopy, updateCopy } from './storeVoicePrintCopy.ts'

export function voicePrintCopyRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'voice-print-copy', voicePrintCopyContract, {
    read: async ({ caller: { userId } }) => ({ data: await readVoicePrintCopy(ctx, userId) }),
    save: async ({ body: { base_version, content }, caller: { userId }, refuse }) => {
      const row = { user_id: userId, version: base_version + 1, content, saved_at: ctx.clock.now() }
      const isSaved = base_version === 0 ? await insertCopy(ctx, row) : await updateCopy(ctx, row, base_version)
      return isSaved ? { data: { version: row.version, saved_time: unixSeconds(row.saved_at) } } : refuse('conflict')
    },
    remove: async ({ caller: { userId } }) => {
      await deleteCopy(ctx, userId)
      return {}
    },
  })
}

/** Returns the encrypted voice prints of a user, or null. */
export async function readVoicePrintCopy(ctx: AppContext, userId: string): Promise<VoicePrintCopy | null> {
  const row = await readCopy(ctx, userId)
  return row ? { version: row.version, content: row.content, saved_time: unixSeconds(row.saved_at) } : null
}
