import { Refused } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { now } from '#ui/time.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { onceEach } from './onceEach.ts'
import { files } from './queries.ts'
import { useChangeFiles } from './useChangeFiles.ts'

/** The actions on recordings. Each resolves to whether it succeeded; errors are shown in a toast. */
export type FileActions = {
  /** `name` must be valid for `Filename` of the contract. */
  rename: (id: string, name: string) => Promise<boolean>
  /** Shows a toast with Undo. */
  trash: (ids: readonly string[]) => Promise<boolean>
  /** Shows a toast with Undo. */
  restore: (ids: readonly string[]) => Promise<boolean>
  /** Deletes permanently, without a confirmation: `RemoveFilesDialog` asks. */
  remove: (ids: readonly string[]) => Promise<boolean>
}

/** A DELETE has no body (A§7), except for more ids than a URL can safely hold: they are deleted all or none. */
const MOST_IN_ADDRESS = 100

const removeByIds = (ids: readonly string[]) =>
  ids.length <= MOST_IN_ADDRESS
    ? files.remove({ query: { ids: ids.join(',') }, body: undefined })
    : files.remove({ query: {}, body: [...ids] })

type Act = (ids: readonly string[]) => Promise<boolean>

/** Returns the actions on recordings (B§4, B§8). Moving them into folders belongs to the folders feature. */
export function useFileActions(): FileActions {
  const t = useWords('files')
  const toast = useRecordingsToast()
  const changeFiles = useChangeFiles()
  /** Batches are all or none: a deleted recording fails the whole batch until the lists are updated. */
  const saying = (what: 'move_fail' | 'restore_fail' | 'delete_fail', ids: readonly string[]) => (error: unknown) => {
    const isGone = error instanceof Refused && error.httpStatus === 404
    if (!isGone) return t(what)
    return `${t(what)} ${t(ids.length > 1 ? 'some_deleted_meanwhile' : 'file_deleted_meanwhile')}`
  }
  const putAway: Act = (ids) =>
    changeFiles({
      ids,
      change: (file) => ({ ...file, is_trash: true, trashed_at: file.trashed_at ?? Math.floor(now() / seconds(1)) }),
      call: () => files.trash({ body: [...ids] }),
      failure: saying('move_fail', ids),
    })
  const takeBack: Act = (ids) =>
    changeFiles({
      ids,
      change: (file) => ({ ...file, is_trash: false, trashed_at: null }),
      call: () => files.untrash({ body: [...ids] }),
      failure: saying('restore_fail', ids),
    })
  const deleteForGood: Act = (ids) =>
    changeFiles({ ids, change: () => null, call: () => removeByIds(ids), failure: saying('delete_fail', ids) })
  /** Runs an action unless it is already running, and shows a toast; with Undo where the action can be undone. */
  const done = (what: 'moved_to_trash' | 'restored' | 'deleted', act: Act, back?: Act) => (all: readonly string[]) =>
    onceEach(what, all, async (ids) => {
      const isDone = await act(ids)
      const undo = back && { label: t('undo'), run: () => void back(ids), undoes: true }
      if (isDone) toast.show(t(what, { count: ids.length }), undo && { action: undo })
      return isDone
    })
  return {
    rename: (id, filename) =>
      changeFiles({
        ids: [id],
        change: (file) => ({ ...file, filename }),
        call: () => files.change({ params: { id }, body: { filename } }),
        failure: t('rename_fail'),
      }),
    trash: done('moved_to_trash', putAway, takeBack),
    restore: done('restored', takeBack, putAway),
    remove: done('deleted', deleteForGood),
  }
}
