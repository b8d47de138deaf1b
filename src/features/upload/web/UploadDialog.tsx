import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { DropZone } from './DropZone.tsx'
import { uploads as appUploads } from './queue.ts'
import { isUnderway } from './reduceQueue.ts'
import { UploadRow } from './UploadRow.tsx'
import type { Uploads } from './Uploads.ts'
import { useUploadLimit } from './useUploadLimit.ts'
import { useUploads } from './useUploads.ts'

export type UploadDialogProps = {
  open: boolean
  onClose: () => void
  /** What is dropped here goes into this folder. */
  folderId?: string | null
  /** Shows the file an upload became. */
  onOpenFile: (fileId: string) => void
  /** Begins a transcription of it; without this, none is offered. */
  onTranscribe?: (fileId: string) => void
  /** The queue to show; the app's own unless told. */
  uploads?: Uploads
}

/**
 * The upload dialog (B§2): a place to drop files, and the queue below it. Closing it stops nothing. Finished items leave the
 * list when it is closed.
 */
export function UploadDialog({
  open,
  onClose,
  folderId = null,
  onOpenFile,
  onTranscribe,
  uploads = appUploads,
}: UploadDialogProps) {
  const t = useWords('upload')
  const { items, done, total } = useUploads(uploads)
  const close = () => {
    onClose()
    uploads.clearFinished()
  }
  const leadTo = (go: (fileId: string) => void) => (fileId: string) => {
    close()
    go(fileId)
  }
  const actions = {
    keepBoth: (id: string) => uploads.keepBoth(id),
    retry: (id: string) => uploads.retry(id),
    cancel: (id: string) => uploads.cancel(id),
    remove: (id: string) => uploads.remove(id),
    open: leadTo(onOpenFile),
    transcribe: onTranscribe && leadTo(onTranscribe),
  }
  const footer = (
    <>
      <p className="min-w-0 flex-1 text-sm text-ink2">{items.some(isUnderway) && t('leave_note')}</p>
      <Button variant="main" onClick={close}>
        {t('done')}
      </Button>
    </>
  )
  return (
    <>
      <Dialog open={open} onClose={close} title={t('title')} footer={footer}>
        <DropZone onFiles={(files) => void uploads.add(files, folderId)} />
        <p role="status" className="sr-only">
          {total > 0 && t('sync_running', { done, total })}
        </p>
        {items.length > 0 && (
          <ul aria-label={t('files_label')} className="mt-4">
            {items.map((item) => (
              <UploadRow key={item.id} item={item} actions={actions} />
            ))}
          </ul>
        )}
      </Dialog>
      <DroppedNotice uploads={uploads} />
    </>
  )
}

/** The names that would have carried a selection over the limit (B§5). */
function DroppedNotice({ uploads }: { uploads: Uploads }) {
  const t = useWords('upload')
  const { bytes } = useFormat()
  const limit = useUploadLimit()
  const { dropped } = useUploads(uploads)
  const read = () => uploads.forgetDropped()
  return (
    <ConfirmDialog open={dropped.length > 0} title={t('dropped_title')} cancellable={false} onConfirm={read} onClose={read}>
      <p>{t('dropped_text', { size: bytes(limit) })}</p>
      <ul className="mt-2 grid max-h-60 gap-1 overflow-y-auto text-md text-ink">
        {dropped.map((name, at) => (
          <li key={`${at} ${name}`} dir="auto" className="truncate text-left" title={name}>
            {name}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
