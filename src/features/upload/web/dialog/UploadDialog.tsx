import { FileArchive } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { NewRecordingEstimate } from '#features/generate/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { SteadyLabel } from '#ui/button/SteadyLabel.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useReachable } from '#browser/http/reachability.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import {
  newUploads,
  clearSkipped,
  addFolder,
  addDropped,
  type DroppedFiles,
  readDrop,
  isEmptyDrop,
} from '../selection/newUploads.ts'
import { BatchBar } from './BatchBar.tsx'
import { audioToTranscribe, type Batch, batchOf } from '../queue/batch.ts'
import { DropZone } from './DropZone.tsx'
import { type UploadItem, wouldLoseBytes } from '../queue/uploadItem.ts'
import type { ServerProgress } from './uploadStages.ts'
import { UnfinishedList } from './UnfinishedList.tsx'
import { UploadList } from './UploadList.tsx'
import { uploads as appUploads, type Uploads, useUploads } from '../queue/Uploads.ts'
import { useFolderField } from './useFolderField.tsx'
import { useFileChooser } from './useFileChooser.tsx'
import { useRowActions } from './useRowActions.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useUploadLimit } from './useUploadLimit.ts'

export type UploadDialogProps = {
  open: boolean
  onClose: () => void
  /** The folder that files are added to, until the user chooses another. */
  folderId?: string | null
  /** Returns what the server does with an uploaded file; undefined for nothing. */
  serverProgressOf?: (fileId: string) => ServerProgress | undefined
  /** Opens the file that an upload has become. */
  onOpenFile: (fileId: string) => void
  /** Shown below the queue: unfinished recordings. */
  below?: ReactNode
  /** The queue to show; the app's own one by default. */
  uploads?: Uploads
}

/**
 * The upload dialog (B§2): a drop zone with the queue below it. Closing it does not stop uploads, but removes finished items from
 * the list.
 */
export function UploadDialog(props: UploadDialogProps) {
  const { open, onClose, uploads = appUploads } = props
  const t = useTranslations('upload')
  const { items, leftOut } = useUploads(uploads)
  const doneButton = useRef<HTMLButtonElement>(null)
  const batch = batchOf(items)
  const isRunning = batch.underway + batch.waiting > 0
  const close = () => {
    onClose()
    clearSkipped()
    uploads.clearFinished()
  }
  const footer = (
    <>
      <QueueNote items={items} batch={batch} />
      {/* The main button is "Choose files" until there are files. */}
      <Button ref={doneButton} variant={items.length > 0 && !isRunning ? 'main' : 'plain'} onClick={close}>
        <SteadyLabel label={t(isRunning ? 'hide' : 'done')} others={[t(isRunning ? 'done' : 'hide')]} />
      </Button>
    </>
  )
  return (
    <>
      <Dialog open={open} onClose={close} title={t('title')} size="medium" footer={footer}>
        <Content {...props} uploads={uploads} items={items} batch={batch} after={doneButton} close={close} />
      </Dialog>
      <LeftOutNotice names={leftOut} uploads={uploads} />
    </>
  )
}

type ContentProps = Omit<UploadDialogProps, 'uploads' | 'onClose'> & {
  uploads: Uploads
  items: readonly UploadItem[]
  batch: Batch
  after: RefObject<HTMLElement | null>
  close: () => void
}

function Content(props: ContentProps) {
  const { open, onOpenFile, below, uploads, items, batch, after, close, serverProgressOf = noProgress } = props
  const [folderId, folderField] = useFolderField(props.folderId ?? null)
  const handleDropped = (dropped: DroppedFiles) => void addDropped(uploads, dropped, folderId)
  const addFiles = (files: readonly File[]) => handleDropped({ files, folders: [] })
  const { field, choose } = useFileChooser(addFiles)
  const chooseFiles = (kind: 'files' | 'folder') =>
    choose(kind, kind === 'files' ? addFiles : (files) => void addFolder(uploads, files, folderId))
  const closeThen = (navigate: (fileId: string) => void) => (fileId: string) => {
    close()
    navigate(fileId)
  }
  const run = useRowActions(uploads, {
    open: closeThen(onOpenFile),
    chooseOne: (onFile) => choose('one', ([file]) => file && onFile(file)),
  })
  return (
    // Fixed height: otherwise the whole dialog would move with the first file and with each row. What is longer scrolls.
    <div className="flex flex-col sm:h-[min(32rem,calc(100dvh-13rem))]">
      {open && <PasteListener onPaste={handleDropped} />}
      <DropZone isSmall={items.length > 0} onDrop={handleDropped} onChoose={chooseFiles} />
      {field}
      {folderField}
      <ImportLink
        onOpen={() => {
          close()
          openDialog('importRecordings', { folderId })
        }}
      />
      <FolderStatus />
      <Announcements batch={batch} />
      {items.length > 1 && <BatchBar batch={batch} uploads={uploads} />}
      <Estimate items={items} />
      <UploadList items={items} run={run} serverProgressOf={serverProgressOf} after={after} />
      {open && <UnfinishedList uploads={uploads} choose={choose} />}
      {below}
    </div>
  )
}

/** Leads to the import of what another service or another account has exported. */
function ImportLink({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('upload')
  return (
    <Button
      variant="quiet"
      size="sm"
      data-open-import=""
      icon={<FileArchive aria-hidden />}
      className="mt-3 self-start"
      onClick={onOpen}
    >
      {t('import_export')}
    </Button>
  )
}

const noProgress = () => undefined

/** What the files will take from the minutes of the account. */
function Estimate({ items }: { items: readonly UploadItem[] }) {
  const { duration, hasMore } = audioToTranscribe(items)
  return (
    <div className="mt-3 empty:hidden">
      <NewRecordingEstimate duration={duration} hasMore={hasMore} />
    </div>
  )
}

/** Handles pasted files while the dialog is open, and prevents the page behind it from handling them too. */
function PasteListener({ onPaste }: { onPaste: (dropped: DroppedFiles) => void }) {
  useEvent('document', 'paste', (event) => {
    const dropped = event.clipboardData && readDrop(event.clipboardData)
    if (event.defaultPrevented || !dropped || isEmptyDrop(dropped)) return
    event.preventDefault()
    onPaste(dropped)
  })
  return null
}

/** Shows folders being read, and the number of files left out of them. */
function FolderStatus() {
  const t = useTranslations('upload')
  const { reading, skipped } = useStore(newUploads)
  return (
    <p role="status" className="mt-2 text-sm text-ink2 empty:hidden">
      {reading > 0 ? t('reading_folder') : skipped > 0 ? t('skipped', { count: skipped }) : ''}
    </p>
  )
}

function Announcements({ batch }: { batch: Batch }) {
  return (
    <p role="status" className="sr-only">
      {useUploadAnnouncement(batch)}
    </p>
  )
}

/** Tells the user whether the page may be closed, only while uploads are in progress. */
function QueueNote({ items, batch }: { items: readonly UploadItem[]; batch: Batch }) {
  const t = useTranslations('upload')
  const isReachable = useReachable()
  const isMoving = batch.underway + batch.waiting > 0
  const isWaiting = batch.waiting > 0 || !isReachable
  const message = !isMoving
    ? ''
    : isWaiting
      ? t('network_note')
      : items.some(wouldLoseBytes)
        ? t('continues_note')
        : t('continues_later_note')
  return <p className="min-w-0 flex-1 basis-48 text-sm text-ink2">{message}</p>
}

/** Number of names visible without scrolling. */
const VISIBLE_NAMES = 8

/** Lists the files left out because of the upload limit (B§5). */
function LeftOutNotice({ names, uploads }: { names: readonly string[]; uploads: Uploads }) {
  const t = useTranslations('upload')
  const { bytes } = useFormat()
  const limit = useUploadLimit()
  const dismiss = () => uploads.clearLeftOut()
  return (
    <ConfirmDialog open={names.length > 0} title={t('too_large_title')} cancellable={false} onConfirm={dismiss} onClose={dismiss}>
      <p>{t('too_large_text', { size: bytes(limit) })}</p>
      <ul
        // A list that scrolls must be focusable for the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={names.length > VISIBLE_NAMES ? 0 : undefined}
        aria-label={t('too_large_title')}
        className="mt-2 grid max-h-60 grid-cols-1 gap-1 overflow-y-auto text-md text-ink"
      >
        {names.map((name, index) => (
          <li key={`${index} ${name}`} dir="auto" className="truncate text-left" title={name}>
            {name}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** With more files than this, only some of them are announced. */
const MAX_ANNOUNCED_FILES = 10

/** Text for screen readers: an uploaded file, the end of all uploads, an item that needs the user. Never a percentage. */
function useUploadAnnouncement({ done, total, underway, waiting, unresolved }: Batch): string {
  const t = useTranslations('upload')
  const [announced, setAnnounced] = useState({ done, total, unresolved, text: '' })
  const interval = total > MAX_ANNOUNCED_FILES ? Math.ceil(total / MAX_ANNOUNCED_FILES) : 1
  const isFinished = underway + waiting === 0
  const hasArrived = done > announced.done && (isFinished || done - announced.done >= interval)
  // Fewer than before: the list was cleared, or the user has resolved it.
  if (hasArrived || unresolved !== announced.unresolved || done < announced.done) {
    const parts = [
      hasArrived && t('sync_running', { done, total }),
      unresolved > announced.unresolved && t('announce_attention', { count: unresolved }),
    ].filter(Boolean)
    setAnnounced({ done, total, unresolved, text: parts.length > 0 ? parts.join('. ') : announced.text })
  }
  return announced.text
}
