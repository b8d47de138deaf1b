import type { Seconds } from '#shared/units.ts'
import { reserveMinutes, settleMinutes } from '#features/membership/server.ts'
import type { TestServer } from './testServer.ts'

/** Charges a user like a transcription of this duration. Returns false when there are too few minutes. */
export async function useMinutes(server: TestServer, userId: string, seconds: Seconds, taskId: string): Promise<boolean> {
  return await server.ctx.transaction(async (tx) => {
    if (!(await reserveMinutes(tx, { userId, taskId, fileId: 'file', seconds }))) return false
    await settleMinutes(tx, { userId, taskId, file: null, seconds })
    return true
  })
}
