import { Ellipsis, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FileMenu, RemoveFilesDialog, useFileActions } from '#features/files/web.tsx'
import type { File } from '#features/files/contract.ts'
import { FolderDialog, MoveToFolderMenu } from '#features/folders/web.tsx'
import { GenerateButton } from '#features/generate/web.tsx'
import { useSettings } from '#features/profile/web.tsx'
import { PATH_AFTER_DELETION, PATH_AFTER_TRASH, paths } from '#shared/paths.ts'
import { minutes } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useRedirectFrom } from '#ui/link/PageLink.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { formatClock } from '#browser/i18n/format.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { renderTrashDaysLeft } from '../rows/FileStatus.tsx'
import { FileChips } from './FileChips.tsx'
import { FileTitle } from './FileTitle.tsx'
import type { RenameState } from './FileTitle.tsx'
import { PreviousNextButtons } from './PreviousNextButtons.tsx'

/** The title, date, length, chips and actions of the page of a recording. */
export function FileHeader({ file }: { file: File }) {
  const leavePage = useRedirectFrom()
  const [renaming, setRenaming] = useState<RenameState>()
  const leaveTo = (address: string) => leavePage(paths.file(file.id), address)
  return (
    <header className="flex flex-none flex-wrap items-start gap-x-4 gap-y-2 px-10 pt-5 max-md:px-5 max-sm:px-4 max-sm:pt-3">
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-40">
        <FileTitle file={file} renaming={renaming} onRenaming={setRenaming} />
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink2">
          <RecordedAt file={file} />
          {file.is_trash && <TrashStatus file={file} />}
          <FileChips file={file} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <PreviousNextButtons id={file.id} className="max-md:hidden" />
        {file.is_trash ? (
          <TrashActions file={file} onRemoved={() => leaveTo(PATH_AFTER_DELETION)} />
        ) : (
          <FileActions file={file} onRename={() => setRenaming({})} onTrashed={() => leaveTo(PATH_AFTER_TRASH)} />
        )}
      </div>
    </header>
  )
}

function FileActions({ file, onRename, onTrashed }: { file: File; onRename: () => void; onTrashed: () => void }) {
  const t = useTranslations('ui')
  const [newFolder, setNewFolder] = useState<{ open: boolean; fileIds: readonly string[] }>({ open: false, fileIds: [] })
  return (
    <>
      <GenerateButton fileId={file.id} hasTranscript={file.is_trans} hasAudio={file.sound_deleted_at === null} />
      <FileMenu
        file={file}
        moveMenu={<MoveToFolderMenu files={[file]} onNewFolder={(fileIds) => setNewFolder({ open: true, fileIds })} />}
        onRename={onRename}
        onTrashed={onTrashed}
        trigger={<IconButton variant="plain" label={t('more')} icon={<Ellipsis aria-hidden />} />}
      />
      <FolderDialog {...newFolder} onClose={() => setNewFolder((previous) => ({ ...previous, open: false }))} />
    </>
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

function TrashStatus({ file }: { file: File }) {
  const t = useTranslations('files')
  const trashDays = useSettings().settings?.trash_days
  const now = useNow(minutes(1))
  return (
    <>
      <Chip tone="waiting">{t('in_trash')}</Chip>
      {renderTrashDaysLeft({ file, trashDays, now }, t)}
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
        {t('delete_forever')}
      </Button>
      <RemoveFilesDialog open={isConfirming} files={[file]} onClose={() => setConfirming(false)} onRemoved={onRemoved} />
    </>
  )
}
