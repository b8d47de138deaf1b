import { useLibrary } from '#features/files/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { useIsWelcomeFilePending } from '#features/generate/web.tsx'
import { paths } from '#shared/paths.ts'
import { minutes } from '#shared/units.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { PageLink, TEXT_LINK_CLASS } from '#ui/link/PageLink.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { selectFailed, useSync } from '../sync/syncState.ts'
import { getFirstSteps, hasReadSample } from './onboarding.ts'
import { NeedsAttention } from './NeedsAttention.tsx'
import { PromoSlot } from './PromoSlot.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentFiles } from './RecentFiles.tsx'
import { RecoverableRecordings } from './RecoverableRecordings.tsx'

const FirstSteps = lazyComponent(async () => (await import('./FirstSteps.tsx')).FirstSteps)

/**
 * The home page at / and /home: a greeting, quick actions, the latest recordings and the first steps (B§2). Running work is shown
 * by the recordings and by the sync status. @NOTE Nothing may move while the page loads or while work goes on: the recordings have
 * room for three from the start, and what loads later is at the end.
 */
export function HomePage() {
  const t = useTranslations('library')
  const me = useMe()
  const { data: library, isWhole } = useLibrary()
  const { work, files } = useSync()
  const isSamplePending = useIsWelcomeFilePending(me?.id)
  const steps =
    me && library && isWhole
      ? getFirstSteps({
          files: library,
          hasTranscribed: me.has_transcribed,
          hasReadSample: hasReadSample(me.id),
          isSamplePending,
        })
      : []
  usePageTitle(t('home'))
  return (
    <>
      {/* There is no free trial yet; its data and its banner come with billing-global. */}
      <PromoSlot trial={undefined} />
      <div className="grid max-w-[68.75rem] grid-cols-1 content-start gap-7 px-12 py-9 max-md:px-6 max-sm:gap-5 max-sm:px-4 max-sm:py-5">
        <Greeting name={me?.nickname} />
        <QuickActions />
        <section aria-labelledby="recent" className="grid grid-cols-1 gap-2.5">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="recent" className="text-base font-[640]">
              {t('recent')}
            </h2>
            <PageLink to={paths.fileList({ categoryId: 'allFiles' })} className={classes(TEXT_LINK_CLASS, 'text-md')}>
              {t('all_files')}
            </PageLink>
          </div>
          <RecentFiles isSamplePending={isSamplePending}>
            <NeedsAttention work={selectFailed(work)} files={files} />
          </RecentFiles>
        </section>
        {steps.length > 0 && <FirstSteps steps={steps} errorFallback={null} />}
        <RecoverableRecordings />
      </div>
    </>
  )
}

/** The greeting for the time of day, and the date. `name` is that of the signed-in user, undefined until it is loaded. */
function Greeting({ name }: { name: string | undefined }) {
  const t = useTranslations('library')
  const { weekday } = useFormat()
  const now = useNow(minutes(1))
  const greeting = getGreeting(new Date(now).getHours())
  const text = name ? t(`${greeting}_name`, { name }) : t(greeting)
  return (
    <header className="grid grid-cols-1 gap-1">
      <h1 title={text} className="truncate text-3xl font-[640] tracking-[-0.02em]">
        {text}
      </h1>
      <p className="text-base text-ink2">{weekday(now)}</p>
    </header>
  )
}

/** Returns the greeting for an hour (0 to 23) in local time. */
export function getGreeting(hour: number): 'good_morning' | 'good_afternoon' | 'good_evening' {
  if (hour >= 5 && hour < 12) return 'good_morning'
  return hour >= 12 && hour < 18 ? 'good_afternoon' : 'good_evening'
}
