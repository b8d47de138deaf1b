import { History, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { now } from '#ui/time.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { KeptRows, useShownKept } from './KeptList.tsx'
import type { EndingActs } from './useEnding.ts'
import { useKeptActions } from './useKeptActions.ts'

/**
 * A notice on every page about recordings left unfinished in this browser, for example after a crash. It is shown until they are
 * finished or it is dismissed. Recordings only on the server may be in progress on another device, so they are listed only on the
 * home page.
 */
export function KeptNotice(acts: EndingActs) {
  const t = useWords('recorder')
  const ui = useWords('ui')
  const { duration, day } = useFormat()
  const [isPutOff, setPutOff] = useState(false)
  const [isListed, setListed] = useState(false)
  const all = useShownKept()
  const here = all.filter(({ where }) => where !== 'server')
  const { progress, finish } = useKeptActions(acts)
  const [newest] = here
  const isShown = newest !== undefined && !isPutOff
  return (
    <>
      {isShown && (
        <section
          aria-label={t('kept_notice')}
          className="border-t border-line bg-raised pb-[max(0px,env(safe-area-inset-bottom)-var(--bar,0px))]"
        >
          <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-6 py-2 max-md:px-4">
            <History aria-hidden className="size-5 flex-none text-warn" />
            <p role="status" className="min-w-0 flex-1 basis-56 text-md text-pretty">
              {here.length === 1
                ? t('kept_one', { length: duration(newest.duration / 1000), moment: day(newest.startedAt, now()) })
                : t('kept_title', { count: here.length })}
            </p>
            <div className="ml-auto flex flex-wrap items-center gap-2">
              {here.length === 1 && (
                <Button size="sm" variant="main" busy={progress !== null} onClick={() => void finish(newest)}>
                  {t('kept_finish')}
                </Button>
              )}
              <Button size="sm" onClick={() => setListed(true)}>
                {t('kept_show')}
              </Button>
              <IconButton label={t('later')} icon={<X aria-hidden />} onClick={() => setPutOff(true)} />
            </div>
          </div>
        </section>
      )}
      <Dialog
        open={isListed && all.length > 0}
        onClose={() => setListed(false)}
        title={t('kept_title', { count: all.length })}
        description={t('kept_lead')}
        footer={
          <Button variant="quiet" onClick={() => setListed(false)}>
            {ui('close')}
          </Button>
        }
      >
        <div className="-mx-4">
          <KeptRows kept={all} {...acts} />
        </div>
      </Dialog>
    </>
  )
}
