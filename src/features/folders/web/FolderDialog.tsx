import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { NEW_FOLDER, isUnchanged, nameTrouble } from '../rules.ts'
import type { FolderChoice } from '../rules.ts'
import { FolderLook } from './FolderLook.tsx'
import { useMoveFiles } from './useMoveFiles.ts'
import { useSaveFolder } from './useSaveFolder.ts'

export type FolderDialogProps = {
  open: boolean
  onClose: () => void
  /** The folder to change; without it a new one is made. */
  folder?: Folder | undefined
  /** Recordings that go into the folder once it is made (B§4). */
  fileIds?: readonly string[] | undefined
  onSaved?: ((folder: Folder) => void) | undefined
}

/** Makes a folder or changes one: name, colour, icon (B§2). Enter saves, Esc closes (B§5). */
export function FolderDialog(props: FolderDialogProps) {
  // Each opening begins anew.
  const [round, setRound] = useState({ open: props.open, number: 0 })
  if (round.open !== props.open) setRound({ open: props.open, number: round.number + (props.open ? 1 : 0) })
  return <FolderForm key={round.number} {...props} />
}

function FolderForm({ open, onClose, folder, fileIds = [], onSaved }: FolderDialogProps) {
  const t = useWords('folders')
  const toast = useToast()
  const save = useSaveFolder(folder)
  const moveFiles = useMoveFiles()
  const [draft, setDraft] = useState<FolderChoice>(folder ?? NEW_FOLDER)
  const [takenName, setTakenName] = useState<string>()
  const [touched, setTouched] = useState(false)
  const [busy, setBusy] = useState(false)
  const trouble = nameTrouble(draft.name)
  const change = (next: Partial<FolderChoice>) => setDraft((was) => ({ ...was, ...next }))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={folder ? t('edit_folder') : t('new_folder')}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" busy={busy} disabledBecause={trouble && t(trouble)}>
            {folder ? t('save') : t('create')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <TextField
          label={t('name')}
          value={draft.name}
          autoComplete="off"
          placeholder={t('name_example')}
          error={fieldError()}
          onChange={(name) => {
            setTouched(true)
            change({ name })
          }}
          onKeyDown={hearEnter}
        />
        <FolderLook draft={draft} onChange={change} />
      </div>
    </Dialog>
  )

  function fieldError(): string | undefined {
    if (trouble) return touched ? t(trouble) : undefined
    return takenName === draft.name.trim() ? t('Folder_exists') : undefined
  }

  /** @NOTE A form whose main button is disabled is not sent by Enter, so the reason is said here. */
  function hearEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !trouble) return
    event.preventDefault()
    setTouched(true)
    if (trouble === 'Folder_noname') toast.show(t('home_add_folder_name_empty_toast'))
  }

  async function submit() {
    if (busy || trouble) return
    if (folder && isUnchanged(folder, draft)) {
      toast.show(t('home_change_folder_not_changed_toast'))
      return
    }
    setBusy(true)
    const outcome = await save({ ...draft, name: draft.name.trim() })
    setBusy(false)
    if (outcome.kind === 'name-taken') setTakenName(draft.name.trim())
    if (outcome.kind !== 'saved') return
    onClose()
    if (fileIds.length > 0) void moveFiles(fileIds, outcome.folder)
    onSaved?.(outcome.folder)
  }
}
