import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Folder } from '../../contract.ts'
import { FolderAppearance } from './FolderAppearance.tsx'
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
  const [opening, setOpening] = useState({ open: props.open, number: 0 })
  if (opening.open !== props.open) setOpening({ open: props.open, number: opening.number + (props.open ? 1 : 0) })
  return <FolderFieldset key={opening.number} {...props} />
}

function FolderFieldset(props: FolderDialogProps) {
  const t = useTranslations('folders')
  const { draft, change, busy, nameError, fieldError, handleEnter, submit, finalFocus } = useFolderForm(props)
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.folder ? t('edit_folder') : t('new_folder')}
      onSubmit={() => void submit()}
      finalFocus={finalFocus}
      footer={
        <>
          <Button variant="quiet" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" busy={busy} disabledReason={nameError && t(nameError)}>
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
          onKeyDown={handleEnter}
        />
        <FolderAppearance draft={draft} onChange={change} />
      </div>
    </Dialog>
  )
}
