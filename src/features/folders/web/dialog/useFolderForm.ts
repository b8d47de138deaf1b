import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { cleanName } from '#shared/cleanName.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Folder } from '../../contract.ts'
import { NEW_FOLDER, isUnchanged, folderNameError } from '../../rules.ts'
import type { FolderFields } from '../../rules.ts'
import { useMoveFiles } from '../move/useMoveFiles.ts'
import { useSaveFolder } from './useSaveFolder.ts'

export type FolderFormProps = {
  folder?: Folder | undefined
  fileIds?: readonly string[] | undefined
  onClose: () => void
  onSaved?: ((folder: Folder) => void) | undefined
}

/** Returns the draft of the folder dialog, its validation error and the submit handler. */
export function useFolderForm({ folder, fileIds = [], onClose, onSaved }: FolderFormProps) {
  const t = useTranslations('folders')
  const toast = useRecordingsToast()
  const save = useSaveFolder(folder)
  const moveFiles = useMoveFiles()
  const [draft, setDraft] = useState<FolderFields>(folder ?? NEW_FOLDER)
  const [takenName, setTakenName] = useState<string>()
  const [touched, setTouched] = useState(false)
  const [busy, setBusy] = useState(false)
  const isSubmitting = useRef(false)
  const isMounted = useIsMounted()
  const name = cleanName(draft.name)
  const nameError = folderNameError(draft.name)
  const takenError = takenName === name ? ('Folder_exists' as const) : undefined
  // An empty name is not an error before the user has typed.
  const fieldError = nameError ? (touched ? nameError : undefined) : takenError
  return { draft, change, busy, nameError, fieldError, handleEnter, submit }

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
    // A dialog that was closed and opened again in the meantime stays open.
    if (isMounted()) onClose()
    if (fileIds.length > 0) void moveFiles(fileIds, outcome.folder)
    onSaved?.(outcome.folder)
  }
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
