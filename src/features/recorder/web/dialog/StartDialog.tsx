import { useState } from 'react'
import { useFolders } from '#features/folders/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Select } from '#ui/select/Select.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { now } from '#browser/timers/time.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MicrophoneField } from './MicrophoneField.tsx'
import { useRecorder } from '../RecorderContext.ts'
import { RecorderTrouble } from './RecorderTrouble.tsx'
import { SharedAudioField } from './SharedAudioField.tsx'
import { useStartDialog } from './useStartDialog.ts'

export type StartDialogProps = {
  open: boolean
  /** The folder of the recording unless another one is chosen. */
  folderId: string | null
  onClose: () => void
}

/** The select treats an empty value as nothing chosen. */
const NO_FOLDER_VALUE = 'none'

/** The dialog before a recording. It requests no permission until the user presses a button. */
export function StartDialog({ open, folderId, onClose }: StartDialogProps) {
  return open ? <OpenDialog folderId={folderId} onClose={onClose} /> : null
}

function OpenDialog({ folderId, onClose }: Omit<StartDialogProps, 'open'>) {
  const t = useTranslations('recorder')
  const ui = useTranslations('ui')
  const recorder = useRecorder()
  const defaultTitle = useDefaultTitle()
  const [title, setTitle] = useState('')
  const [folder, setFolder] = useState(folderId ?? NO_FOLDER_VALUE)
  const { blocked, trouble, hasFailed, isStarting, ...actions } = useStartDialog({ onBegun: onClose })
  const close = () => {
    recorder.close()
    onClose()
  }
  const start = () =>
    actions.start({ filename: title.trim() || defaultTitle, folderId: folder === NO_FOLDER_VALUE ? null : folder })
  const footer = (
    <>
      <Button variant="quiet" onClick={close}>
        {ui('cancel')}
      </Button>
      <Button type="submit" variant="main" busy={isStarting} disabledReason={blocked !== null && t(`trouble_${blocked.kind}`)}>
        {t('start')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={close} title={t('start_title')} description={t('start_lead')} onSubmit={start} footer={footer}>
      <div className="grid grid-cols-1 gap-5">
        {trouble && <RecorderTrouble trouble={trouble} onRetry={actions.retry} />}
        {!blocked && !hasFailed && <MicrophoneField onOpen={actions.open} isStarting={isStarting} />}
        {!blocked && <SharedAudioField isOn={actions.isSharingWanted} onChange={actions.share} />}
        <TextField
          label={t('title_label')}
          placeholder={defaultTitle}
          value={title}
          onChange={setTitle}
          maxLength={255}
          dir="auto"
          autoComplete="off"
        />
        <FolderField value={folder} onChange={setFolder} />
        <p className="text-sm text-ink2">{t('start_consent')}</p>
      </div>
    </Dialog>
  )
}

/** Selects the folder. Renders nothing when there are no folders. */
function FolderField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useTranslations('recorder')
  const folders = useFolders().data ?? []
  if (folders.length === 0) return null
  const options = [
    { value: NO_FOLDER_VALUE, label: t('no_folder') },
    ...folders.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const isKnown = options.some((option) => option.value === value)
  return <Select label={t('folder_label')} options={options} value={isKnown ? value : NO_FOLDER_VALUE} onChange={onChange} />
}

/** The title of a recording that the user has not named: its start time. */
function useDefaultTitle(): string {
  const t = useTranslations('recorder')
  const { dateTime } = useFormat()
  const [openedAt] = useState(now)
  return t('untitled', { moment: dateTime(openedAt) })
}
