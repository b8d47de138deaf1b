import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { ModalDialog } from '#ui/dialog/ModalDialog.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { type AskThread, MAX_THREAD_TITLE } from '../../contract.ts'

export type RenameThreadDialogProps = {
  /** Undefined while the dialog is closed. */
  thread: AskThread | undefined
  onClose: () => void
  onRename: (thread: AskThread, title: string) => void
}

/** Gives a thread another name. */
export function RenameThreadDialog({ thread, onClose, onRename }: RenameThreadDialogProps) {
  const t = useTranslations('ask')
  const tUi = useTranslations('ui')
  const [title, setTitle] = useState('')
  const [shown, setShown] = useState<AskThread>()
  if (thread !== shown) {
    setShown(thread)
    if (thread) setTitle(thread.title)
  }
  const save = () => {
    if (!thread || title.trim() === '') return
    onRename(thread, title.trim())
    onClose()
  }
  return (
    <ModalDialog
      open={thread !== undefined}
      onClose={onClose}
      size="small"
      title={t('rename_title')}
      onSubmit={save}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button variant="main" type="submit">
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField label={t('thread_name')} value={title} maxLength={MAX_THREAD_TITLE} onChange={setTitle} />
    </ModalDialog>
  )
}
