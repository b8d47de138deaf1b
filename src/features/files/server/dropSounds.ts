import type { Ground } from '#platform/ground.ts'
import { listSafe, lockFiles, updateFiles } from './store.ts'
import { deleteSound } from './trash.ts'

/** Recordings checked in one transaction. */
const AT_ONCE = 200

/**
 * Returns which of these recordings may lose their audio. It is called again in the transaction that deletes it, where no work
 * can start on them.
 */
export type MayDrop = (step: Ground, fileIds: readonly string[]) => Promise<readonly string[]>

/**
 * Deletes the audio of a user's recordings that have a transcript and a summary, including those in the trash, and keeps
 * everything else. The row stores the time. The bytes are deleted after the commit.
 */
export async function dropSounds(ground: Ground, userId: string, may: MayDrop): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await listSafe(ground, userId, after, AT_ONCE)
    if (ids.length > 0) await dropSome(ground, userId, ids, may)
    after = ids.length === AT_ONCE ? ids.at(-1) : undefined
  }
}

async function dropSome(ground: Ground, userId: string, fileIds: readonly string[], may: MayDrop): Promise<void> {
  // Checked first without a lock, so that only the few candidates are locked and not the whole library every hour.
  const likely = await may(ground, fileIds)
  if (likely.length === 0) return
  await ground.inOneStep(async (step) => {
    const rows = (await lockFiles(step, userId, likely)).filter(
      (row) => row.has_transcript && row.has_summary && !row.sound_deleted_at,
    )
    const allowed = new Set(
      await may(
        step,
        rows.map((row) => row.file_id),
      ),
    )
    const dropped = rows.filter((row) => allowed.has(row.file_id))
    if (dropped.length === 0) return
    const ids = dropped.map((row) => row.file_id)
    await updateFiles(step, userId, ids, { sound_deleted_at: step.clock.now() })
    await step.jobs.send(deleteSound, { blobKeys: dropped.map((row) => row.blob_key) })
    await step.live.tell({ userId, topic: 'files', id: '' })
    step.log.info({ files: ids }, "sounds were deleted by their owner's rule")
  })
}
