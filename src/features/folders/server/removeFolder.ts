import { holdAccount } from '#features/account/server.ts'
import { forgetFolder } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { deleteFolder } from './store.ts'

/** Deletes a folder; its recordings become unorganized in the same step (B§4). Rejects with NotFound. */
export async function removeFolder(ground: Ground, userId: string, folderId: string): Promise<void> {
  await ground.inOneStep(async (step) => {
    await holdAccount(step, userId)
    if (!(await deleteFolder(step, userId, folderId))) throw new NotFound()
    await forgetFolder(step, userId, folderId)
    await step.live.tell({ userId, topic: 'folders', id: folderId })
  })
}
