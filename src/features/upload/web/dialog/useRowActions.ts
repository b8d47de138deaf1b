import { useEffect, useMemo, useRef } from 'react'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { saveBlob } from '#browser/page/saveBlob.ts'
import { fullName, type UploadItem } from '../queue/uploadItem.ts'
import type { Uploads } from '../queue/Uploads.ts'
import { isCommandAction, ACTION_COMMANDS } from './uploadActions.ts'
import type { RunRowAction } from './RowButtons.tsx'

export type RowNavigation = {
  open: (fileId: string) => void
  /** Opens a chooser for one file. */
  chooseOne: (onFile: (file: File) => void) => void
}

/** Returns the handler of all row buttons. Its identity never changes, so that it does not render rows again. */
export function useRowActions(uploads: Uploads, navigation: RowNavigation): RunRowAction {
  const t = useTranslations('upload')
  const toast = useToast()
  const latest = useRef<RunRowAction>(() => {})

  const remove = (item: UploadItem) => {
    const restore = uploads.remove(item.id)
    const action = { label: t('undo'), run: restore, undoes: true }
    toast.show(t('removed', { name: fullName(item) }), { id: 'upload-removed', action })
  }

  const reselectFile = async (item: UploadItem, file: File) => {
    if (!(await uploads.call('reselectFile', item.id, file))) toast.warn(t('not_same_file', { name: fullName(item) }))
  }

  const download = async (item: UploadItem) => {
    const bytes = await uploads.call('bytesOf', item.id).catch(() => null)
    if (bytes === null) return void toast.error(t('Import_audio_web_status_bytes_lost'))
    // The transcoded file is not the selected one.
    saveBlob(bytes, item.madeSmall ? `${item.filename}.mp3` : fullName(item))
  }

  const actionsOf = (item: UploadItem) => ({
    remove: () => remove(item),
    open: () => item.fileId !== null && navigation.open(item.fileId),
    openSame: () => item.sameAs && item.sameAs.fileId !== null && navigation.open(item.sameAs.fileId),
    reselectFile: () => navigation.chooseOne((file) => void reselectFile(item, file)),
    download: () => void download(item),
  })

  useEffect(() => {
    latest.current = (action, item) => {
      if (isCommandAction(action)) uploads.dispatch({ type: ACTION_COMMANDS[action], id: item.id })
      else actionsOf(item)[action]()
    }
  })

  return useMemo(() => (action, item) => latest.current(action, item), [])
}
