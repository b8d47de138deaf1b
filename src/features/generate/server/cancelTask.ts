import { requireFile } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { endActive } from './store.ts'

/** Stops the work on a recording, wherever it runs; it stays stopped. Nothing under way is no error. Rejects with NotFound. */
export async function cancelTask(ground: Ground, userId: string, fileId: string): Promise<void> {
  await ground.inOneStep(async (step) => {
    await requireFile(step, userId, fileId)
    const task = await endActive(step, userId, fileId, { stage: 'cancelled', msg: 'cancelled' })
    if (!task) return
    await step.live.tell({ userId, topic: 'cancelled', id: task.task_id })
    await step.live.tell({ userId, topic: 'task', id: fileId })
  })
}
