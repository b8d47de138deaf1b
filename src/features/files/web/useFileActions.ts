import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { files } from './queries.ts'
import { useChangeFiles } from './useChangeFiles.ts'

/** What can be done to recordings. Each resolves to whether it was done; what failed has been said in a toast. */
export type FileActions = {
  /** `name` as `Filename` of the contract takes it. */
  rename: (id: string, name: string) => Promise<boolean>
  /** Says so in a toast with Undo. */
  trash: (ids: readonly string[]) => Promise<boolean>
  restore: (ids: readonly string[]) => Promise<boolean>
  /** For good, without asking: `RemoveFilesDialog` asks. */
  remove: (ids: readonly string[]) => Promise<boolean>
}

/** The actions on recordings (B§4, B§8); moving them into folders is the folders' own. */
export function useFileActions(): FileActions {
  const t = useWords('files')
  const toast = useToast()
  const changeFiles = useChangeFiles()
  const restore = (ids: readonly string[]) =>
    changeFiles({
      ids,
      change: (file) => ({ ...file, is_trash: false }),
      call: () => files.untrash({ body: [...ids] }),
      failure: t('restore_fail'),
    })
  return {
    rename: (id, filename) =>
      changeFiles({
        ids: [id],
        change: (file) => ({ ...file, filename }),
        call: () => files.change({ params: { id }, body: { filename } }),
        failure: t('rename_fail'),
      }),
    trash: async (ids) => {
      const done = await changeFiles({
        ids,
        change: (file) => ({ ...file, is_trash: true }),
        call: () => files.trash({ body: [...ids] }),
        failure: t('move_fail'),
      })
      if (done)
        toast.show(t('moved_to_trash', { count: ids.length }), { action: { label: t('undo'), run: () => void restore(ids) } })
      return done
    },
    restore: async (ids) => {
      const done = await restore(ids)
      if (done) toast.show(t('restored', { count: ids.length }))
      return done
    },
    remove: async (ids) => {
      const done = await changeFiles({
        ids,
        change: () => null,
        call: () => files.remove({ body: [...ids] }),
        failure: t('delete_fail'),
      })
      if (done) toast.show(t('deleted', { count: ids.length }))
      return done
    },
  }
}
