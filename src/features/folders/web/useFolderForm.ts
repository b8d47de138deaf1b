import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { plainName } from '#kit/plainName.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { NEW_FOLDER, isUnchanged, nameTrouble } from '../rules.ts'
import type { FolderChoice } from '../rules.ts'
import { useMoveFiles } from './useMoveFiles.ts'
import { useSaveFolder } from './useSaveFolder.ts'

export type FolderFormProps = {
  folder?: Folder | undefined
  fileIds?: readonly string[] | undefined
  onClose: () => void
  onSaved?: ((folder: Folder) => void) | undefined
}

/** Returns the draft of the folder dialog, its validation error and the submit handler. */
export function useFolderForm({ folder, fileIds = [], onClose, onSaved }: FolderFormProps) {
  const t = useWords('folders')
  const toast = useRecordingsToast()
  const save = useSaveFolder(folder)
  const moveFiles = useMoveFiles()
  const [draft, setDraft] = useState<FolderChoice>(folder ?? NEW_FOLDER)
  const [takenName, setTakenName] = useState<string>()
  const [touched, setTouched] = useState(false)
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  const isHere = useIsHere()
  const name = plainName(draft.name)
  const trouble = nameTrouble(draft.name)
  const taken = takenName === name ? ('Folder_exists' as const) : undefined
  // An empty name is not an error before the user has typed.
  const fieldError = trouble ? (touched ? trouble : undefined) : taken
  return { draft, change, busy, trouble, fieldError, hearEnter, submit }

  function change(next: Partial<FolderChoice>) {
    if (next.name !== undefined) setTouched(true)
    setDraft((was) => ({ ...was, ...next }))
  }

  /** @NOTE Enter does not submit a form whose submit button is disabled, so the reason is shown here. */
  function hearEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !trouble) return
    event.preventDefault()
    sayTrouble()
  }

  function sayTrouble() {
    setTouched(true)
    if (trouble === 'Folder_noname') toast.show(t('home_add_folder_name_empty_toast'))
  }

  async function submit() {
    if (underWay.current) return
    if (trouble) return sayTrouble()
    if (folder && isUnchanged(folder, draft)) {
      toast.show(t('home_change_folder_not_changed_toast'))
      return
    }
    underWay.current = true
    setBusy(true)
    const outcome = await save({ ...draft, name })
    underWay.current = false
    setBusy(false)
    if (outcome.kind === 'name-taken') setTakenName(name)
    if (outcome.kind !== 'saved') return
    // A dialog that was closed and opened again in the meantime stays open.
    if (isHere()) onClose()
    if (fileIds.length > 0) void moveFiles(fileIds, outcome.folder)
    onSaved?.(outcome.folder)
  }
}

/** Returns a function that tells whether this form is still mounted. */
function useIsHere(): () => boolean {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => here.current
}
