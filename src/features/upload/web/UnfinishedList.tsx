import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { isolate } from '#ui/isolate.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { minutes, seconds } from '#kit/units.ts'
import type { UnfinishedUpload } from '../contract.ts'
import { BELOW_ON_PHONES, ROW } from './UploadRow.tsx'
import type { Uploads } from './Uploads.ts'
import type { FileChooser } from './useFileChooser.tsx'
import { useUnfinished } from './useUnfinished.ts'

/** Uploads begun on another device or in another browser, with their progress and actions. */
export function UnfinishedList({ uploads, choose }: { uploads: Uploads; choose: FileChooser['choose'] }) {
  const t = useWords('upload')
  const { list, refetch } = useUnfinished(uploads)
  const nameOf = useName()
  const [leaving, setLeaving] = useState<UnfinishedUpload | null>(null)
  const { goOn, finish, giveUp } = useActs(uploads, refetch)
  const leave = (upload: UnfinishedUpload) => {
    setLeaving(null)
    void giveUp(upload)
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
              onChoose={() => choose('one', ([file]) => file && void goOn(upload, file))}
              onGiveUp={() => setLeaving(upload)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        danger
        open={leaving !== null}
        title={t('give_up_title', { name: leaving ? isolate(nameOf(leaving)) : '' })}
        confirmLabel={t('give_up')}
        onConfirm={() => leaving && leave(leaving)}
        onClose={() => setLeaving(null)}
      >
        {t('give_up_text')}
      </ConfirmDialog>
    </section>
  )
}

/** Returns the title of an upload, or a placeholder when it has none. */
function useName(): (upload: UnfinishedUpload) => string {
  const t = useWords('upload')
  return ({ filename }) => filename || t('unfinished_unnamed')
}

/** Actions of an unfinished upload. A toast shows the result. */
function useActs(uploads: Uploads, refetch: () => void) {
  const t = useWords('upload')
  const toast = useRecordingsToast()
  const fail = useFailureToast()
  const nameOf = useName()
  const goOn = async (upload: UnfinishedUpload, file: File) => {
    try {
      if (!(await uploads.continueWith(upload, file))) toast.warn(t('other_sound', { name: nameOf(upload) }))
    } catch (error) {
      fail(t('unfinished_failed'), error)
    }
  }
  const finish = async (upload: UnfinishedUpload) => {
    try {
      const { filename } = await uploads.finishThere(upload)
      toast.show(t('unfinished_done', { name: isolate(filename) }))
    } catch (error) {
      fail(t('unfinished_failed'), error)
    }
    refetch()
  }
  const giveUp = async ({ upload_id }: UnfinishedUpload) => {
    try {
      await uploads.giveUp(upload_id)
    } catch (error) {
      fail(t('unfinished_failed'), error)
    }
    refetch()
  }
  return { goOn, finish, giveUp }
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
  const t = useWords('upload')
  const { bytes, day } = useFormat()
  const now = useNow(minutes(1))
  const { bytes_arrived, filesize, begun_at, kept_until } = upload
  const missing = Math.max(0, filesize - bytes_arrived)
  const isWhole = missing === 0
  const next = isWhole ? t('unfinished_finish') : t('choose_again')
  const [isFinishing, setFinishing] = useState(false)
  const finish = async () => {
    setFinishing(true)
    await onFinish()
    setFinishing(false)
  }
  return (
    <div className={ROW}>
      <p dir="auto" className="min-w-0 truncate text-left text-base font-[600]" title={name}>
        {name}
      </p>
      <div className={classes('col-span-2 -mr-2 flex flex-wrap justify-end', BELOW_ON_PHONES)}>
        <Button
          size="sm"
          variant="quiet"
          className="text-accent!"
          aria-label={t('action_of', { action: next, name: isolate(name) })}
          busy={isFinishing}
          onClick={() => (isWhole ? void finish() : onChoose())}
        >
          {next}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('action_of', { action: t('give_up'), name: isolate(name) })}
          onClick={onGiveUp}
        >
          {t('give_up')}
        </Button>
      </div>
      <p className="col-span-3 text-sm text-ink2 tabular">
        {isWhole ? t('unfinished_all_there') : t('unfinished_missing', { missing: bytes(missing), size: bytes(filesize) })}
        <span className="block text-ink3">
          {t('unfinished_when', { begun: day(seconds(begun_at), now), until: day(seconds(kept_until), now) })}
        </span>
      </p>
      <ProgressBar
        className="col-span-3"
        label={t('progress_uploading', { name: isolate(name) })}
        value={filesize === 0 ? 0 : bytes_arrived / filesize}
        tone="waiting"
      />
    </div>
  )
}
