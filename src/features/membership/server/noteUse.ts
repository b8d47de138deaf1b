import { newId } from '#kit/newId.ts'
import type { Seconds } from '#kit/units.ts'
import { readPerson } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { periodNow } from './readMembership.ts'
import { currentMembership, insertEntry } from './store.ts'

export type Use = {
  readonly userId: string
  readonly fileId: string | null
  /** As long as the sound was found to be; parts of a second count as a whole one, no sound counts nothing. */
  readonly seconds: Seconds
  /** What used it, for example `task:<id>`: counted once, however often it is told. */
  readonly source: string
}

/**
 * Enters used transcription time, in the step that completes the transcription. Refuses nothing yet: nobody is held to their
 * minutes before there is a way to have more of them; then they are reserved before the work begins (A§6). Rejects with
 * NotFound when the account is gone.
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
