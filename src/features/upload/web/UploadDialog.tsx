import { type ReactNode, type RefObject, useRef } from 'react'
import { useStore } from 'zustand'
import { useFolder } from '#features/folders/web.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { isolate } from '#ui/isolate.ts'
import { useReachable } from '#ui/reachability.ts'
import { useEvent } from '#ui/useEvent.ts'
import { useWords } from '#ui/words.ts'
import { arrivals, forgetLeftOut, takeFolder, takeIn } from './arrivals.ts'
import { BatchBar } from './BatchBar.tsx'
import { type Batch, batchOf } from './batch.ts'
import { DroppedNotice } from './DroppedNotice.tsx'
import { DropZone } from './DropZone.tsx'
import { type Grabbed, grabDrop, isNothing } from './grabDrop.ts'
import { uploads as appUploads } from './queue.ts'
import { type UploadItem, wouldBeLost } from './uploadItem.ts'
import { UnfinishedList } from './UnfinishedList.tsx'
import { UploadList } from './UploadList.tsx'
import type { Uploads } from './Uploads.ts'
import { useAnnounced } from './useAnnounced.ts'
import { useFileChooser } from './useFileChooser.tsx'
import { useUploadActs } from './useUploadActs.ts'
import { useUploads } from './useUploads.ts'

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
  const t = useWords('upload')
  const { items, dropped } = useUploads(uploads)
  const done = useRef<HTMLButtonElement>(null)
  const batch = batchOf(items)
  const close = () => {
    onClose()
    forgetLeftOut()
    uploads.clearFinished()
  }
  const footer = (
    <>
      <Note items={items} batch={batch} />
      <Button ref={done} variant="main" onClick={close}>
        {t('done')}
      </Button>
    </>
  )
  return (
    <>
      <Dialog open={open} onClose={close} title={t('title')} footer={footer}>
        <Content {...props} uploads={uploads} items={items} batch={batch} after={done} close={close} />
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
  const into = useFolder(folderId ?? undefined)?.name
  const take = (grabbed: Grabbed) => void takeIn(uploads, grabbed, folderId)
  const takeFiles = (files: readonly File[]) => take({ files, folders: [] })
  const { field, choose } = useFileChooser(takeFiles)
  const chooseNew = (what: 'files' | 'folder') =>
    choose(what, what === 'files' ? takeFiles : (files) => void takeFolder(uploads, files, folderId))
  const leadTo = (go: (fileId: string) => void) => (fileId: string) => {
    close()
    go(fileId)
  }
  const run = useUploadActs(uploads, {
    open: leadTo(onOpenFile),
    transcribe: onTranscribe && leadTo(onTranscribe),
    chooseOne: (hear) => choose('one', ([file]) => file && hear(file)),
  })
  return (
    // Fixed height while there is a queue: otherwise the whole dialog would move with each row.
    <div className={items.length > 0 ? 'sm:min-h-[min(34rem,calc(100dvh-13rem))]' : undefined}>
      {open && <PasteHere onPaste={take} />}
      <DropZone isSmall={items.length > 0} into={into && isolate(into)} onDrop={take} onChoose={chooseNew} />
      {field}
      <ArrivalLine />
      <Announcements batch={batch} />
      {items.length > 1 && <BatchBar batch={batch} uploads={uploads} />}
      <UploadList items={items} run={run} canTranscribe={onTranscribe !== undefined} after={after} />
      {open && <UnfinishedList uploads={uploads} choose={choose} />}
      {below}
    </div>
  )
}

/** Handles pasted files while the dialog is open, and prevents the page behind it from handling them too. */
function PasteHere({ onPaste }: { onPaste: (grabbed: Grabbed) => void }) {
  useEvent('document', 'paste', (event) => {
    const grabbed = event.clipboardData && grabDrop(event.clipboardData)
    if (event.defaultPrevented || !grabbed || isNothing(grabbed)) return
    event.preventDefault()
    onPaste(grabbed)
  })
  return null
}

/** Shows folders being read, and the number of files left out of them. */
function ArrivalLine() {
  const t = useWords('upload')
  const { reading, leftOut } = useStore(arrivals)
  return (
    <p role="status" className="mt-2 text-sm text-ink2 empty:hidden">
      {reading > 0 ? t('reading_folder') : leftOut > 0 ? t('left_out', { count: leftOut }) : ''}
    </p>
  )
}

function Announcements({ batch }: { batch: Batch }) {
  return (
    <p role="status" className="sr-only">
      {useAnnounced(batch)}
    </p>
  )
}

/** Tells the user whether the page may be closed, only while uploads are in progress. */
function Note({ items, batch }: { items: readonly UploadItem[]; batch: Batch }) {
  const t = useWords('upload')
  const isReachable = useReachable()
  const moves = batch.underway + batch.waiting > 0
  const waits = batch.waiting > 0 || !isReachable
  const words = !moves ? '' : waits ? t('network_note') : items.some(wouldBeLost) ? t('leave_note') : t('return_note')
  return <p className="min-w-0 flex-1 basis-48 text-sm text-ink2">{words}</p>
}
