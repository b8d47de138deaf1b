import { type ReactNode, type RefObject, useRef } from 'react'
import { useStore } from 'zustand'
import { useFolder } from '#features/folders/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { useReachable } from '#browser/http/reachability.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { newUploads, clearLeftOut, addFolder, addDropped } from '../queue/newUploads.ts'
import { BatchBar } from './BatchBar.tsx'
import { type Batch, batchOf } from '../queue/batch.ts'
import { DroppedNotice } from './DroppedNotice.tsx'
import { DropZone } from './DropZone.tsx'
import { type DroppedFiles, readDrop, isEmptyDrop } from '../queue/readDrop.ts'
import { uploads as appUploads } from '../queue/appUploads.ts'
import { type UploadItem, wouldLoseBytes } from '../queue/uploadItem.ts'
import { UnfinishedList } from './UnfinishedList.tsx'
import { UploadList } from './UploadList.tsx'
import type { Uploads } from '../queue/Uploads.ts'
import { useUploadAnnouncement } from './useUploadAnnouncement.ts'
import { useFileChooser } from './useFileChooser.tsx'
import { useRowActions } from './useRowActions.ts'
import { useUploads } from '../queue/useUploads.ts'

export type UploadDialogProps = {
  open: boolean
  onClose: () => void
  /** Files added here go into this folder. */
  folderId?: string | null
  /** Opens the file that an upload has become. */
  onOpenFile: (fileId: string) => void
  /** Starts a transcription of it. When undefined, the action is not offered. */
  onTranscribe?: (fileId: string) => void
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
  const { items, dropped } = useUploads(uploads)
  const doneButton = useRef<HTMLButtonElement>(null)
  const batch = batchOf(items)
  const close = () => {
    onClose()
    clearLeftOut()
    uploads.clearFinished()
  }
  const footer = (
    <>
      <QueueNote items={items} batch={batch} />
      <Button ref={doneButton} variant="main" onClick={close}>
        {t('done')}
      </Button>
    </>
  )
  return (
    <>
      <Dialog open={open} onClose={close} title={t('title')} footer={footer}>
        <Content {...props} uploads={uploads} items={items} batch={batch} after={doneButton} close={close} />
      </Dialog>
      <DroppedNotice dropped={dropped} uploads={uploads} />
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
  const { open, folderId = null, onOpenFile, onTranscribe, below, uploads, items, batch, after, close } = props
  const folderName = useFolder(folderId ?? undefined)?.name
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
    transcribe: onTranscribe && closeThen(onTranscribe),
    chooseOne: (onFile) => choose('one', ([file]) => file && onFile(file)),
  })
  return (
    // Fixed height while there is a queue: otherwise the whole dialog would move with each row.
    <div className={items.length > 0 ? 'sm:min-h-[min(34rem,calc(100dvh-13rem))]' : undefined}>
      {open && <PasteListener onPaste={handleDropped} />}
      <DropZone
        isSmall={items.length > 0}
        folderName={folderName && bidiIsolate(folderName)}
        onDrop={handleDropped}
        onChoose={chooseFiles}
      />
      {field}
      <FolderStatus />
      <Announcements batch={batch} />
      {items.length > 1 && <BatchBar batch={batch} uploads={uploads} />}
      <UploadList items={items} run={run} canTranscribe={onTranscribe !== undefined} after={after} />
      {open && <UnfinishedList uploads={uploads} choose={choose} />}
      {below}
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
  const { reading, leftOut } = useStore(newUploads)
  return (
    <p role="status" className="mt-2 text-sm text-ink2 empty:hidden">
      {reading > 0 ? t('reading_folder') : leftOut > 0 ? t('left_out', { count: leftOut }) : ''}
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
  const message = !isMoving ? '' : isWaiting ? t('network_note') : items.some(wouldLoseBytes) ? t('leave_note') : t('return_note')
  return <p className="min-w-0 flex-1 basis-48 text-sm text-ink2">{message}</p>
}
