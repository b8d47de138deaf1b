import { newId } from '#shared/newId.ts'
import type { Seconds } from '#shared/units.ts'
import { readAccountProfile } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { currentPeriod } from './readMembership.ts'
import { currentMembership, insertEntry } from './store.ts'

export type Usage = {
  readonly userId: string
  readonly fileId: string | null
  /** Duration of the audio. It is rounded up to whole seconds. Nothing is recorded for 0. */
  readonly seconds: Seconds
  /** The cause of the use, for example `task:<id>`. Each source is counted once. */
  readonly source: string
}

/**
 * Records used transcription time. Called in the transaction that completes the transcription. It does not enforce the quota,
 * because minutes cannot be bought yet; later they will be reserved before the transcription starts (A§6). Throws NotFound if the
 * account no longer exists.
 */
export async function recordUsage(tx: AppContext, { userId, fileId, seconds, source }: Usage): Promise<void> {
  const roundedSeconds = Math.ceil(seconds)
  if (roundedSeconds <= 0) return
  const { createdAt } = await readAccountProfile(tx, userId)
  const { start } = currentPeriod(tx, await currentMembership(tx, userId), createdAt)
  const at = tx.clock.now()
  const entry = { user_id: userId, entry_id: newId(at), kind: 'use' as const, seconds: roundedSeconds, file_id: fileId, source }
  const isNew = await insertEntry(tx, { ...entry, period_start: start, at })
  if (isNew) await tx.live.publish({ userId, topic: 'me', id: '' })
}
