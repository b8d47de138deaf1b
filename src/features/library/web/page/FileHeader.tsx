import { Download, Ellipsis, FileInput, MessageSquareText, RotateCcw, Share, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useAccessGuard } from '#features/devices/web.tsx'
import { CopyMomentItem, FileMenu, RemoveFilesDialog, useFileActions } from '#features/files/web.tsx'
import { SCENES, type File } from '#features/files/contract.ts'
import { FolderDialog, MoveToFolderMenu } from '#features/folders/web.tsx'
import { GenerateButton } from '#features/generate/web.tsx'
import { useSettings } from '#features/profile/web.tsx'
import { ImportTranscriptDialog } from '#features/transcription/web.tsx'
import { minutes } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { MenuItem } from '#ui/menu/Menu.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useIsPhone } from '#browser/page/phone.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { renderTrashDaysLeft } from '../rows/FileStatus.tsx'
import { ShareItem } from '../rows/ShareItem.tsx'
import { toggleAskPanel, useAskPanel } from '../panes/askPanel.ts'
import { FileChips } from './FileChips.tsx'
import { FileTitle } from './FileTitle.tsx'
import type { RenameState } from './FileTitle.tsx'
import { BackToListLink } from './BackToListLink.tsx'
import { PreviousNextButtons } from './PreviousNextButtons.tsx'
import { useLeaveFile } from './useLeaveFile.ts'

/** Two lines at any width: the title and the actions; the date, length and chips of a recording. */
export function FileHeader({ file }: { file: File }) {
  const leaveFile = useLeaveFile()
  const [renaming, setRenaming] = useState<RenameState>()
  return (
    <header className="@container flex-none px-10 pt-5 max-md:px-5 max-md:pt-0 max-sm:px-4">
      <div className="flex items-start gap-4 max-md:min-h-12 max-md:items-center max-md:gap-2">
        {/* When the list does not fit beside the recording. */}
        <BackToListLink className="-ml-3 -mr-1" />
        <div className="min-w-0 flex-1">
          <FileTitle file={file} renaming={renaming} onRenaming={setRenaming} />
        </div>
        <div className="flex flex-none items-center gap-1.5">
          {file.is_trash ? (
            <TrashActions file={file} onRemoved={() => leaveFile(file.id, 'trash')} />
          ) : (
            <FileActions file={file} onRename={() => setRenaming({})} onTrashed={() => leaveFile(file.id, 'allFiles')} />
          )}
        </div>
      </div>
      {/* One line at any width, so that a new chip does not move the text. What does not fit fades out and scrolls into view. */}
      <div className="fade-end mt-0.5 -mr-6 -mb-1 flex h-8 max-md:h-7 items-center gap-x-2.5 overflow-x-auto overscroll-x-contain pr-6 text-sm whitespace-nowrap text-ink2 [scrollbar-width:none] group-data-collapsed/file:hidden max-md:-mt-1">
        <RecordedAt file={file} />
        {file.is_trash && <TrashStatus file={file} />}
        <FileChips file={file} />
      </div>
    </header>
  )
}

function FileActions({ file, onRename, onTrashed }: { file: File; onRename: () => void; onTrashed: () => void }) {
  const t = useTranslations('ui')
  const tTranscription = useTranslations('transcription')
  const [isImporting, setImporting] = useState(false)
  const tFiles = useTranslations('files')
  const [newFolder, setNewFolder] = useState<{ open: boolean; fileIds: readonly string[] }>({ open: false, fileIds: [] })
  return (
    <>
      {/* First, so that nothing else moves when its label changes. */}
      <GenerateButton
        fileId={file.id}
        duration={file.duration}
        hasTranscript={file.is_trans}
        hasAudio={file.sound_deleted_at === null}
        isFree={file.scene === SCENES.welcomeNote}
        isCompact
      />
      <AskButton />
      <HeaderButton
        className="max-sm:hidden"
        icon={<Share aria-hidden />}
        label={tFiles('share')}
        onClick={() => openDialog('share', { fileId: file.id })}
      />
      <HeaderButton
        className="max-sm:hidden"
        icon={<Download aria-hidden />}
        label={tFiles('export')}
        onClick={() => openDialog('export', { fileIds: [file.id] })}
      />
      <PreviousNextButtons id={file.id} className="max-sm:hidden" />
      <FileMenu
        file={file}
        moveMenu={<MoveToFolderMenu files={[file]} onNewFolder={(fileIds) => setNewFolder({ open: true, fileIds })} />}
        onRename={onRename}
        onExport={() => openDialog('export', { fileIds: [file.id] })}
        onTrashed={onTrashed}
        trigger={<IconButton variant="plain" label={t('more')} icon={<Ellipsis aria-hidden />} />}
      >
        <ShareItem fileId={file.id} />
        {file.sound_deleted_at === null && <CopyMomentItem fileId={file.id} />}
        <MenuItem icon={<FileInput aria-hidden />} onSelect={() => setImporting(true)}>
          {tTranscription('import_transcript')}
        </MenuItem>
      </FileMenu>
      <ImportTranscriptDialog open={isImporting} recording={file} onClose={() => setImporting(false)} />
      <FolderDialog {...newFolder} onClose={() => setNewFolder((previous) => ({ ...previous, open: false }))} />
    </>
  )
}

/** Shows and hides the panel that asks the recording. */
function AskButton() {
  const t = useTranslations('app')
  const { guard } = useAccessGuard()
  const isOpen = useAskPanel((state) => state.isOpen)
  return (
    <HeaderButton
      isPressed={isOpen}
      icon={<MessageSquareText aria-hidden />}
      label={t('ask')}
      className={isOpen ? 'border-transparent! bg-accent-soft! text-accent!' : undefined}
      onClick={() => guard(toggleAskPanel)}
    />
  )
}

type HeaderButtonProps = {
  icon: ReactNode
  label: string
  className?: string | undefined
  isPressed?: boolean
  onClick: () => void
}

/** A button that is an icon where the title needs the room; its tooltip names it. */
const HeaderButton = ({ icon, label, className, isPressed, onClick }: HeaderButtonProps) => (
  <Tooltip label={label}>
    <Button icon={icon} className={className} aria-pressed={isPressed} onClick={onClick}>
      <span className="@max-[56rem]:sr-only">{label}</span>
    </Button>
  </Tooltip>
)

/** The recording time to the minute, and the duration; short on phones. The tooltip shows the weekday and the time zone. */
function RecordedAt({ file }: { file: File }) {
  const { dateTime, day, fullDate } = useFormat()
  const isPhone = useIsPhone()
  const now = useNow(minutes(1))
  const recordedAt = file.start_time * 1000
  return (
    <span className="flex-none">
      <Tooltip label={fullDate(recordedAt)}>
        <time dateTime={new Date(recordedAt).toISOString()}>{isPhone ? day(recordedAt, now) : dateTime(recordedAt)}</time>
      </Tooltip>{' '}
      · {formatTimestamp(file.duration)}
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
  const restoration = useAction(() => restore([file.id]), {})
  return (
    <>
      <Button variant="main" icon={<RotateCcw aria-hidden />} busy={restoration.isBusy} onClick={() => void restoration.run()}>
        <span className="max-sm:sr-only">{t('restore')}</span>
      </Button>
      <Button icon={<Trash2 aria-hidden />} onClick={() => setConfirming(true)}>
        <span className="max-sm:sr-only">{t('delete_forever')}</span>
      </Button>
      <PreviousNextButtons id={file.id} className="max-sm:hidden" />
      <RemoveFilesDialog open={isConfirming} files={[file]} onClose={() => setConfirming(false)} onRemoved={onRemoved} />
    </>
  )
}
