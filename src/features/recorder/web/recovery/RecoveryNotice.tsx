import { History, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { now } from '#browser/timers/time.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { RecordingActions } from '../useSavedToast.ts'
import { RecoverableRows } from './RecoverableList.tsx'
import { useRecordingActions, useVisibleRecordings } from './useRecoverableRecordings.ts'

/**
 * A notice on every page about recordings left unfinished in this browser, for example after a crash. It is shown until they are
 * finished or it is dismissed. Recordings only on the server may be in progress on another device, so they are listed only on the
 * home page.
 */
export function RecoveryNotice(actions: RecordingActions) {
  const t = useTranslations('recorder')
  const ui = useTranslations('ui')
  const { duration, day } = useFormat()
  const [isDismissed, setDismissed] = useState(false)
  const [isListOpen, setListOpen] = useState(false)
  const recordings = useVisibleRecordings()
  const localRecordings = recordings.filter(({ where }) => where !== 'server')
  const { progress, finish } = useRecordingActions(actions)
  const [newest] = localRecordings
  const isShown = newest !== undefined && !isDismissed
  return (
    <>
      {isShown && (
        <section
          aria-label={t('unfinished_notice')}
          className="border-t border-line bg-raised pb-[max(0px,env(safe-area-inset-bottom)-var(--bar,0px))]"
        >
          <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-6 py-2 max-md:px-4">
            <History aria-hidden className="size-5 flex-none text-warn" />
            <p role="status" className="min-w-0 flex-1 basis-56 text-md text-pretty">
              {localRecordings.length === 1
                ? t('unfinished_one_of', { length: duration(newest.duration / 1000), moment: day(newest.startedAt, now()) })
                : t('unfinished_title', { count: localRecordings.length })}
            </p>
            <div className="ml-auto flex flex-wrap items-center gap-2">
              {localRecordings.length === 1 && (
                <Button size="sm" variant="main" busy={progress !== null} onClick={() => void finish(newest)}>
                  {t('unfinished_finish')}
                </Button>
              )}
              <Button size="sm" onClick={() => setListOpen(true)}>
                {t('unfinished_show')}
              </Button>
              <IconButton label={t('finish_later')} icon={<X aria-hidden />} onClick={() => setDismissed(true)} />
            </div>
          </div>
        </section>
      )}
      <Dialog
        open={isListOpen && recordings.length > 0}
        onClose={() => setListOpen(false)}
        title={t('unfinished_title', { count: recordings.length })}
        description={t('unfinished_lead', { count: recordings.length })}
        footer={
          <Button variant="quiet" onClick={() => setListOpen(false)}>
            {ui('close')}
          </Button>
        }
      >
        <div className="-mx-4">
          <RecoverableRows recordings={recordings} {...actions} />
        </div>
      </Dialog>
    </>
  )
}
