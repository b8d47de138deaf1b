import { Link } from '@tanstack/react-router'
import { useLibrary } from '#features/files/web.tsx'
import { TrialOffer, useMembership } from '#features/membership/web.tsx'
import { OpenTodos } from '#features/notes/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { useIsWelcomeFilePending, useLoadedTasks } from '#features/generate/web.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import { classes } from '#ui/styles/classes.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { selectFailed, useSync } from '../sync/syncState.ts'
import { hasReadSample } from './first-run/onboarding.ts'
import { FIRST_RUN_HEIGHT, useFirstRun } from './first-run/useFirstRun.ts'
import { Greeting } from './Greeting.tsx'
import { NeedsAttention, useAttention } from './NeedsAttention.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentFiles } from './RecentFiles.tsx'
import { RecoverableRecordings } from './RecoverableRecordings.tsx'

const FirstRunSection = lazyComponent(async () => (await import('./first-run/FirstRunSection.tsx')).FirstRunSection)
/** With its content, so that it does not grow. */
const TrialPromo = lazyComponent(async () => {
  const [{ TrialPromo: Promo }] = await Promise.all([import('./TrialPromo.tsx'), TrialOffer.preload()])
  return Promo
})
const HomeFooter = lazyComponent(async () => (await import('./HomeFooter.tsx')).HomeFooter)

/**
 * The home page at / and /home: a greeting, quick actions, the latest recordings, the first steps and this week (B§2). Running work
 * is shown by the recordings and by the sync status. @NOTE Nothing may move while the page loads or while work goes on: the
 * recordings have room for three from the start, and what loads later is at the end.
 */
export function HomePage() {
  const t = useTranslations('library')
  const me = useMe()
  const canBuy = useMembership().membership?.can_buy === true
  const { data, isWhole } = useLibrary()
  const library = isWhole ? data : undefined
  const isSamplePending = useIsWelcomeFilePending(me?.id)
  const firstRun = useFirstRun({ files: library, tasks: useLoadedTasks(), isSamplePending })
  usePageTitle(t('home'))
  return (
    <>
      {canBuy && <TrialPromo errorFallback={null} />}
      <div className="grid max-w-[68.75rem] grid-cols-1 content-start gap-6 px-12 py-8 max-md:px-6 max-sm:gap-5 max-sm:px-4 max-sm:py-4">
        <Greeting newSummaries={library?.filter((file) => file.is_summary_new && !file.is_trash).length} />
        <QuickActions />
        {firstRun.current ? (
          <FirstRunSection sample={firstRun.current.sample} fallback={<div className={FIRST_RUN_HEIGHT} />} />
        ) : (
          <RecentSection className={firstRun.hasBegun ? FIRST_RUN_HEIGHT : undefined} />
        )}
        {me && library && (
          <HomeFooter
            files={library}
            progress={{
              files: library,
              hasTranscribed: me.has_transcribed,
              hasReadSample: hasReadSample(me.id),
              isSamplePending,
            }}
            errorFallback={null}
          />
        )}
        {me && library && <OpenTodos errorFallback={null} />}
        <RecoverableRecordings />
      </div>
    </>
  )
}

function RecentSection({ className }: { className: string | undefined }) {
  const t = useTranslations('library')
  const { work, files } = useSync()
  const attention = useAttention(selectFailed(work))
  return (
    <section aria-labelledby="recent" className={classes('grid grid-cols-1 content-start gap-2.5', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="recent" className="text-base font-[640]">
          {t('recent')}
        </h2>
        <Link to="/file-list" search={{ categoryId: 'allFiles' }} className={classes(TEXT_LINK_CLASS, 'text-md')}>
          {t('all_files')}
        </Link>
      </div>
      <RecentFiles attention={attention && <NeedsAttention {...attention} files={files} />} />
    </section>
  )
}
