import { Ellipsis, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { minutes } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { formatClock } from '#browser/i18n/format.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { File } from '#features/files/contract.ts'
import { FileMenu, RemoveFilesDialog, useFileActions } from '#features/files/web.tsx'
import { FileTitle } from './FileTitle.tsx'
import type { RenameState } from './FileTitle.tsx'
import { TrashDaysLeft } from '../rows/TrashDaysLeft.tsx'

export type FileHeaderProps = {
  file: File
  /** Source, folder, speakers, language and other facts. */
  chips?: ReactNode
  /** Links to the previous and the next recording. */
  navigation?: ReactNode
  /** Buttons before More. */
  actions?: ReactNode
  /** Menu items that move the recording into a folder. */
  moveMenu?: ReactNode
  /** Days until the trash deletes the recording; null: never, undefined: unknown. */
  trashDays?: number | null | undefined
  /** Called after the recording was moved to the trash, or permanently deleted from it. */
  onGone: () => void
}

/** The title, date, length, chips and actions of the page of a recording. */
export function FileHeader({ file, chips, navigation, actions, moveMenu, trashDays, onGone }: FileHeaderProps) {
  const ui = useTranslations('ui')
  const [renaming, setRenaming] = useState<RenameState>()
  return (
    <header className="flex flex-none flex-wrap items-start gap-x-4 gap-y-2 px-10 pt-5 max-md:px-5 max-sm:px-4 max-sm:pt-3">
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-40">
        <FileTitle file={file} renaming={renaming} onRenaming={setRenaming} />
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink2">
          <RecordedAt file={file} />
          {file.is_trash && <TrashStatus file={file} trashDays={trashDays} />}
          {chips}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {navigation}
        {file.is_trash ? (
          <TrashActions file={file} onRemoved={onGone} />
        ) : (
          <>
            {actions}
            <FileMenu
              file={file}
              moveMenu={moveMenu}
              onRename={() => setRenaming({})}
              onTrashed={onGone}
              trigger={<IconButton variant="plain" label={ui('more')} icon={<Ellipsis aria-hidden />} />}
            />
          </>
        )}
      </div>
    </header>
  )
}

/** The recording time to the minute, and the duration. The tooltip shows the weekday and the time zone. */
function RecordedAt({ file }: { file: File }) {
  const { dateTime, fullDate } = useFormat()
  const recordedAt = file.start_time * 1000
  return (
    <span>
      <Tooltip label={fullDate(recordedAt)}>
        <time dateTime={new Date(recordedAt).toISOString()}>{dateTime(recordedAt)}</time>
      </Tooltip>{' '}
      · {formatClock(file.duration / 1000)}
    </span>
  )
}

function TrashStatus({ file, trashDays }: { file: File; trashDays: number | null | undefined }) {
  const t = useTranslations('files')
  const now = useNow(minutes(1))
  return (
    <>
      <Chip tone="waiting">{t('in_trash')}</Chip>
      <TrashDaysLeft file={file} trashDays={trashDays} now={now} />
    </>
  )
}

/** The actions on a recording in the trash. */
function TrashActions({ file, onRemoved }: { file: File; onRemoved: () => void }) {
  const t = useTranslations('files')
  const { restore } = useFileActions()
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const restoreFile = async () => {
    setBusy(true)
    await restore([file.id])
    setBusy(false)
  }
  return (
    <>
      <Button variant="main" icon={<RotateCcw aria-hidden />} busy={busy} onClick={() => void restoreFile()}>
        {t('restore')}
      </Button>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setConfirming(true)}>
        {t('delete_for_good')}
      </Button>
      <RemoveFilesDialog open={isConfirming} files={[file]} onClose={() => setConfirming(false)} onRemoved={onRemoved} />
    </>
  )
}
