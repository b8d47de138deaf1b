import { newId } from '#kit/newId.ts'
import type { Seconds } from '#kit/units.ts'
import { readPerson } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { periodNow } from './readMembership.ts'
import { currentMembership, insertEntry } from './store.ts'

export type Use = {
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
export async function noteUse(step: Ground, { userId, fileId, seconds, source }: Use): Promise<void> {
  const whole = Math.ceil(seconds)
  if (whole <= 0) return
  const { createdAt } = await readPerson(step, userId)
  const { start } = periodNow(step, await currentMembership(step, userId), createdAt)
  const at = step.clock.now()
  const entry = { user_id: userId, entry_id: newId(at), kind: 'use' as const, seconds: whole, file_id: fileId, source }
  const isNew = await insertEntry(step, { ...entry, period_start: start, at })
  if (isNew) await step.live.tell({ userId, topic: 'me', id: '' })
}
