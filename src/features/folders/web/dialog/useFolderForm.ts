import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { cleanName } from '#shared/normalizeText.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isRefused } from '#shared/client.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { after } from '#browser/timers/time.ts'
import type { Millis } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { type Folder, FOLDERS_MAX } from '../../contract.ts'
import { NEW_FOLDER, isUnchanged, folderNameError } from '../../rules.ts'
import type { FolderFields } from '../../rules.ts'
import { focusFolderLink } from '../sidebar/focusFolderLink.ts'
import { useMoveFiles } from '../move/useMoveFiles.ts'
import { folders, invalidateFolders, showFolder, shareRunningCall } from '../sync/queries.ts'

export type FolderFormProps = {
  folder?: Folder | undefined
  fileIds?: readonly string[] | undefined
  onClose: () => void
  onSaved?: ((folder: Folder) => void) | undefined
}

/** Returns the draft of the folder dialog, its validation error and the submit handler. */
export function useFolderForm({ folder, fileIds = [], onClose, onSaved }: FolderFormProps) {
  const t = useTranslations('folders')
  const toast = useToast()
  const save = useSaveFolder(folder)
  const moveFiles = useMoveFiles()
  const [draft, setDraft] = useState<FolderFields>(folder ?? NEW_FOLDER)
  const [takenName, setTakenName] = useState<string>()
  const [touched, setTouched] = useState(false)
  const [busy, setBusy] = useState(false)
  const isSubmitting = useRef(false)
  const createdFolder = useRef<Folder>(undefined)
  const isMounted = useIsMounted()
  const name = cleanName(draft.name)
  const nameError = folderNameError(draft.name)
  const takenError = takenName === name ? ('Folder_exists' as const) : undefined
  // An empty name is not an error before the user has typed.
  const fieldError = nameError ? (touched ? nameError : undefined) : takenError
  return { draft, change, busy, nameError, fieldError, handleEnter, submit, finalFocus }

  function change(next: Partial<FolderFields>) {
    if (next.name !== undefined) setTouched(true)
    setDraft((previous) => ({ ...previous, ...next }))
  }

  /** @NOTE Enter does not submit a form whose submit button is disabled, so the reason is shown here. */
  function handleEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !nameError) return
    event.preventDefault()
    showError()
  }

  function showError() {
    setTouched(true)
    if (nameError === 'Folder_noname') toast.show(t('home_add_folder_name_empty_toast'))
  }

  async function submit() {
    if (isSubmitting.current) return
    if (nameError) return showError()
    if (folder && isUnchanged(folder, draft)) {
      toast.show(t('home_change_folder_not_changed_toast'))
      return
    }
    isSubmitting.current = true
    setBusy(true)
    const outcome = await save({ ...draft, name })
    isSubmitting.current = false
    setBusy(false)
    if (outcome.kind === 'name-taken') setTakenName(name)
    if (outcome.kind !== 'saved') return
    if (!folder) createdFolder.current = outcome.folder
    // A dialog that was closed and opened again in the meantime stays open.
    if (isMounted()) onClose()
    if (fileIds.length > 0) void moveFiles(fileIds, outcome.folder)
    onSaved?.(outcome.folder)
  }

  /** A new folder gets the focus in the sidebar. Otherwise it returns to its origin, which the move may have removed. */
  function finalFocus(): true {
    const created = createdFolder.current
    if (created) after(FRAME, () => focusFolderOrMain(created.id))
    return true
  }
}

/** The dialog has returned the focus by then, and the folder is listed. */
const FRAME: Millis = 16

function focusFolderOrMain(id: string): void {
  if (focusFolderLink(id) || document.activeElement !== document.body) return
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** Returns a function that tells whether this form is still mounted. */
function useIsMounted(): () => boolean {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return () => mounted.current
}

/** The outcome; a failure has been shown in a toast. */
type SaveOutcome = { kind: 'saved'; folder: Folder } | { kind: 'name-taken' | 'failed' }

/**
 * Creates a folder, or changes the given one. Identical concurrent calls, also from two dialogs, share one request (B§4). Never
 * rejects.
 */
function useSaveFolder(folder: Folder | undefined): (draft: FolderFields) => Promise<SaveOutcome> {
  const t = useTranslations('folders')
  const { number } = useFormat()
  const queries = useQueryClient()
  const showFailure = useFailureToast()
  return (draft) => shareRunningCall(queries, `save ${JSON.stringify([folder?.id, draft])}`, () => save(draft))

  async function save(draft: FolderFields): Promise<SaveOutcome> {
    try {
      const call = folder ? folders.change({ params: { id: folder.id }, body: draft }) : folders.create({ body: draft })
      const { data_filetag: saved } = await call
      showFolder(queries, saved)
      return { kind: 'saved', folder: saved }
    } catch (error) {
      if (isRefused(error, folders.change, 'nameTaken') || isRefused(error, folders.create, 'nameTaken'))
        return { kind: 'name-taken' }
      if (isRefused(error, folders.create, 'tooMany')) {
        showFailure(t('Folder_too_many', { n: number(FOLDERS_MAX) }), error)
        return { kind: 'failed' }
      }
      showFailure(t(folder ? 'Folder_rename_failed' : 'Folder_add_failed'), error)
      return { kind: 'failed' }
    } finally {
      // Reloaded also when the name is taken: that folder may have been created elsewhere and be missing in the list.
      invalidateFolders(queries)
    }
  }
}
