import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { minutes, seconds } from '#shared/units.ts'
import type { Uploads } from '../queue/Uploads.ts'
import { BELOW_NAME_ON_PHONES, ROW_CLASS } from './UploadRow.tsx'
import type { FileChooser } from './useFileChooser.tsx'
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { client, isNotFound } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { type UnfinishedUpload, uploadContract } from '../../contract.ts'

const calls = client('upload', uploadContract, send)

/** Uploads begun on another device or in another browser, with their progress and actions. */
export function UnfinishedList({ uploads, choose }: { uploads: Uploads; choose: FileChooser['choose'] }) {
  const t = useTranslations('upload')
  const { list, refetch } = useUnfinishedUploads(uploads)
  const nameOf = useUploadName()
  const [abandoning, setAbandoning] = useState<UnfinishedUpload | null>(null)
  const { resume, finish, abandon } = useUnfinishedActions(uploads, refetch)
  const confirmAbandon = (upload: UnfinishedUpload) => {
    setAbandoning(null)
    void abandon(upload)
  }
  if (list.length === 0) return null
  return (
    <section aria-label={t('unfinished_title')} className="mt-6">
      <h3 className="text-md font-[600]">{t('unfinished_title')}</h3>
      <p className="mb-2 text-sm text-ink2">{t('unfinished_text')}</p>
      <ul>
        {list.map((upload) => (
          <li key={upload.upload_id}>
            <UnfinishedRow
              upload={upload}
              name={nameOf(upload)}
              onFinish={() => finish(upload)}
              onChoose={() => choose('one', ([file]) => file && void resume(upload, file))}
              onGiveUp={() => setAbandoning(upload)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        danger
        open={abandoning !== null}
        title={t('cancel_unfinished_title', { name: abandoning ? bidiIsolate(nameOf(abandoning)) : '' })}
        confirmLabel={t('cancel_unfinished')}
        onConfirm={() => abandoning && confirmAbandon(abandoning)}
        onClose={() => setAbandoning(null)}
      >
        {t('cancel_unfinished_text')}
      </ConfirmDialog>
    </section>
  )
}

type UnfinishedRowProps = {
  upload: UnfinishedUpload
  name: string
  /** All parts have arrived. */
  onFinish: () => Promise<void>
  onChoose: () => void
  onGiveUp: () => void
}

function UnfinishedRow({ upload, name, onFinish, onChoose, onGiveUp }: UnfinishedRowProps) {
  const t = useTranslations('upload')
  const { bytes, day } = useFormat()
  const now = useNow(minutes(1))
  const { bytes_arrived, filesize, begun_at, kept_until } = upload
  const missing = Math.max(0, filesize - bytes_arrived)
  const isComplete = missing === 0
  const nextAction = isComplete ? t('unfinished_finish') : t('choose_file_again')
  const [isFinishing, setIsFinishing] = useState(false)
  const finish = async () => {
    setIsFinishing(true)
    await onFinish()
    setIsFinishing(false)
  }
  return (
    <div className={ROW_CLASS}>
      <p dir="auto" className="min-w-0 truncate text-left text-base font-[600]" title={name}>
        {name}
      </p>
      <div className={classes('col-span-2 -mr-2 flex flex-wrap justify-end', BELOW_NAME_ON_PHONES)}>
        <Button
          size="sm"
          variant="quiet"
          className="text-accent!"
          aria-label={t('action_of', { action: nextAction, name: bidiIsolate(name) })}
          busy={isFinishing}
          onClick={() => (isComplete ? void finish() : onChoose())}
        >
          {nextAction}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('action_of', { action: t('cancel_unfinished'), name: bidiIsolate(name) })}
          onClick={onGiveUp}
        >
          {t('cancel_unfinished')}
        </Button>
      </div>
      <p className="col-span-3 text-sm text-ink2">
        {isComplete ? t('unfinished_all_there') : t('unfinished_missing', { missing: bytes(missing), size: bytes(filesize) })}
        <span className="block text-ink3">
          {t('unfinished_when', { begun: day(seconds(begun_at), now), until: day(seconds(kept_until), now) })}
        </span>
      </p>
      <ProgressBar
        className="col-span-3"
        label={t('progress_uploading', { name: bidiIsolate(name) })}
        value={filesize === 0 ? 0 : bytes_arrived / filesize}
        tone="waiting"
      />
    </div>
  )
}

/** Returns the unfinished uploads of the account, newest first, without those of this browser's own queue. */
function useUnfinishedUploads(uploads: Uploads): { list: readonly UnfinishedUpload[]; refetch: () => void } {
  // Renders again when the queue changes.
  useStore(uploads.store)
  const { data, refetch } = useQuery({
    queryKey: calls.unfinished.key({}),
    queryFn: ({ signal }) => calls.unfinished({}, { signal }),
    staleTime: seconds(10),
  })
  const list = (data?.data.list ?? []).filter(({ upload_id }) => !uploads.isOwn(upload_id))
  return { list, refetch: () => void refetch() }
}

/** Returns the title of an upload, or a placeholder when it has none. */
function useUploadName(): (upload: UnfinishedUpload) => string {
  const t = useTranslations('upload')
  return ({ filename }) => filename || t('unfinished_unnamed')
}

/** Actions of an unfinished upload. A toast shows the result. */
function useUnfinishedActions(uploads: Uploads, refetch: () => void) {
  const t = useTranslations('upload')
  const toast = useToast()
  const showFailure = useFailureToast()
  const nameOf = useUploadName()
  const resume = async (upload: UnfinishedUpload, file: File) => {
    try {
      if (!(await uploads.call('continueWith', upload, file))) toast.warn(t('not_same_file', { name: nameOf(upload) }))
    } catch (error) {
      showFailure(t('unfinished_failed'), error)
    }
  }
  const finish = async (upload: UnfinishedUpload) => {
    try {
      const { finishRemoteUpload } = await import('../sending/finishRemoteUpload.ts')
      const file = await finishRemoteUpload(calls, upload)
      uploads.notifyUploaded(file, true)
      toast.show(t('unfinished_done', { name: bidiIsolate(file.filename) }))
    } catch (error) {
      showFailure(t('unfinished_failed'), error)
    }
    refetch()
  }
  const abandon = async ({ upload_id }: UnfinishedUpload) => {
    try {
      await calls.abandon({ params: { upload_id } })
    } catch (error) {
      // Another device has already abandoned it.
      if (!isNotFound(error)) showFailure(t('unfinished_failed'), error)
    }
    refetch()
  }
  return { resume, finish, abandon }
}
