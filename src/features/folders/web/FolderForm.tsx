import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { FolderLook } from './FolderLook.tsx'
import { useFolderForm } from './useFolderForm.ts'

export type FolderDialogProps = {
  open: boolean
  onClose: () => void
  /** The folder to change; without it a new one is created. */
  folder?: Folder | undefined
  /** Recordings to move into the folder after it is created (B§4). */
  fileIds?: readonly string[] | undefined
  onSaved?: ((folder: Folder) => void) | undefined
}

/** The content of the folder dialog. */
export function FolderForm(props: FolderDialogProps) {
  // The form is reset on each opening.
  const [round, setRound] = useState({ open: props.open, number: 0 })
  if (round.open !== props.open) setRound({ open: props.open, number: round.number + (props.open ? 1 : 0) })
  return <Fields key={round.number} {...props} />
}

function Fields(props: FolderDialogProps) {
  const t = useWords('folders')
  const { draft, change, busy, trouble, fieldError, hearEnter, submit } = useFolderForm(props)
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.folder ? t('edit_folder') : t('new_folder')}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="quiet" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" busy={busy} disabledBecause={trouble && t(trouble)}>
            {props.folder ? t('save') : t('create')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <TextField
          label={t('name')}
          value={draft.name}
          autoComplete="off"
          dir="auto"
          placeholder={t('name_example')}
          error={fieldError && t(fieldError)}
          onChange={(name) => change({ name })}
          onKeyDown={hearEnter}
        />
        <FolderLook draft={draft} onChange={change} />
      </div>
    </Dialog>
  )
}
