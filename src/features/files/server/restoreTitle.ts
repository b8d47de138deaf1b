import type { RefusalName } from '#shared/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { File, filesContract } from '../contract.ts'
import { readFullFiles, textChanged } from './results.ts'
import { lockFiles, requireFile, updateFiles } from './store.ts'
import { fileTopic } from '../contract.ts'

type Refusal = { refused: RefusalName<typeof filesContract.restoreTitle> }

/**
 * Restores the title before the generated one. It then counts as given by the user, so no other title is generated. Returns the
 * recording, or the refusal when its title is not generated. Rejects with NotFound.
 */
export async function restoreTitle(ctx: AppContext, userId: string, fileId: string): Promise<File | Refusal> {
  const refusal = await ctx.transaction(async (tx): Promise<Refusal | undefined> => {
    await lockFiles(tx, userId, [fileId])
    const row = await requireFile(tx, userId, fileId)
    if (row.original_title === null) return { refused: 'titleNotGenerated' }
    await updateFiles(tx, userId, [fileId], {
      filename: row.original_title,
      title_source: 'given',
      original_title: null,
      edit_time: tx.clock.now(),
    })
    await tx.events.publish(textChanged, { userId, fileId })
    await tx.live.publish(fileTopic, { userId, id: fileId })
    return undefined
  })
  if (refusal) return refusal
  const [file] = await readFullFiles(ctx, userId, [fileId])
  if (!file) throw new NotFound()
  return file
}
