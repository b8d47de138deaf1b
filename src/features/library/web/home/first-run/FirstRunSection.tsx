import { Lock } from 'lucide-react'
import { useTask } from '#features/generate/web.tsx'
import { useServerSettings } from '#features/site/web.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { FIRST_RUN_HEIGHT } from './useFirstRun.ts'
import { SampleSteps } from './SampleSteps.tsx'
import { SampleText } from './SampleText.tsx'

/** In place of the recent recordings during the first run: how the sample becomes a transcript and a summary. Its height is fixed. */
export function FirstRunSection({ sample }: { sample: LibraryRow | undefined }) {
  const t = useTranslations('library')
  const { duration } = useFormat()
  const isSelfContained = useServerSettings()?.is_self_contained ?? false
  const task = useTask(sample?.id ?? '')
  const isReady = sample?.is_summary === true || task?.stage === 'done'
  return (
    <section aria-labelledby="first-run" className={classes(FIRST_RUN_HEIGHT, 'grid grid-cols-1 content-start gap-2.5')}>
      <div key={String(isReady)} className="flex min-h-6 flex-wrap content-start items-baseline gap-x-3 max-sm:min-h-15">
        <h2 id="first-run" className="text-base font-[640]">
          {isReady ? t('home_sample_ready') : t('home_sample')}
        </h2>
        <p className="text-sm text-ink2">{isReady ? t('home_sample_ready_hint') : t('home_sample_hint')}</p>
      </div>
      <div className="grid grid-cols-1 overflow-hidden rounded-lg border border-line bg-raised md:h-53 md:grid-cols-[4fr_3fr] md:grid-rows-1 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 content-start gap-3 px-6 py-4.5 max-md:h-53 max-sm:px-4">
          <div className="flex h-6 items-center gap-4">
            {sample ? (
              <>
                <h3 className="min-w-0 flex-1 truncate font-[600]">{sample.filename}</h3>
                <span className="tabular text-sm text-ink2">{duration(sample.duration / 1000)}</span>
              </>
            ) : (
              <Skeleton className="h-3.5 w-2/5" />
            )}
          </div>
          <SampleSteps sample={sample} task={task} />
        </div>
        <div className="flex h-56 min-w-0 flex-col border-line bg-surface px-6 py-4.5 max-md:border-t max-sm:px-4 md:h-full md:border-l">
          {sample && <SampleText sample={sample} task={task} isReady={isReady} />}
        </div>
      </div>
      <p className="mt-3 flex min-h-5 items-center gap-2.5 text-sm text-ink2">
        {isSelfContained && (
          <>
            <Lock aria-hidden className="size-4 flex-none text-ink3" />
            {t('self_contained')}
          </>
        )}
      </p>
    </section>
  )
}
