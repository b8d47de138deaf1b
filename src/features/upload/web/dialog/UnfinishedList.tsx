import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { minutes, seconds } from '#shared/units.ts'
import type { UnfinishedUpload } from '../../contract.ts'
import { BELOW_NAME_ON_PHONES, ROW_CLASS } from './UploadRow.tsx'
import type { Uploads } from '../queue/Uploads.ts'
import type { FileChooser } from './useFileChooser.tsx'
import { useUnfinishedUploads } from './useUnfinishedUploads.ts'

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
        title={t('give_up_title', { name: abandoning ? bidiIsolate(nameOf(abandoning)) : '' })}
        confirmLabel={t('give_up')}
        onConfirm={() => abandoning && confirmAbandon(abandoning)}
        onClose={() => setAbandoning(null)}
      >
        {t('give_up_text')}
      </ConfirmDialog>
    </section>
  )
}

/** Returns the title of an upload, or a placeholder when it has none. */
function useUploadName(): (upload: UnfinishedUpload) => string {
  const t = useTranslations('upload')
  return ({ filename }) => filename || t('unfinished_unnamed')
}

/** Actions of an unfinished upload. A toast shows the result. */
function useUnfinishedActions(uploads: Uploads, refetch: () => void) {
  const t = useTranslations('upload')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const nameOf = useUploadName()
  const resume = async (upload: UnfinishedUpload, file: File) => {
    try {
      if (!(await uploads.continueWith(upload, file))) toast.warn(t('other_sound', { name: nameOf(upload) }))
    } catch (error) {
      showFailure(t('unfinished_failed'), error)
    }
  }
  const finish = async (upload: UnfinishedUpload) => {
    try {
      const { filename } = await uploads.finishThere(upload)
      toast.show(t('unfinished_done', { name: bidiIsolate(filename) }))
    } catch (error) {
      showFailure(t('unfinished_failed'), error)
    }
    refetch()
  }
  const abandon = async ({ upload_id }: UnfinishedUpload) => {
    try {
      await uploads.giveUp(upload_id)
    } catch (error) {
      showFailure(t('unfinished_failed'), error)
    }
    refetch()
  }
  return { resume, finish, abandon }
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
  const nextAction = isComplete ? t('unfinished_finish') : t('choose_again')
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
          aria-label={t('action_of', { action: t('give_up'), name: bidiIsolate(name) })}
          onClick={onGiveUp}
        >
          {t('give_up')}
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
