import { useLibrary } from '#features/files/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { minutes } from '#shared/units.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SyncState } from '../sync/syncState.ts'
import { useSync } from '../sync/syncState.ts'
import { getFirstSteps, hasReadSample } from './onboarding.ts'
import { PromoSlot } from './PromoSlot.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentFiles } from './RecentFiles.tsx'
import { RecoverableRecordings } from './RecoverableRecordings.tsx'

const ActiveWork = lazyComponent(async () => (await import('./ActiveWork.tsx')).ActiveWork)
const FirstSteps = lazyComponent(async () => (await import('./FirstSteps.tsx')).FirstSteps)

/** The home page at / and /home: a greeting, quick actions, the latest recordings, running work and the first steps (B§2). */
export function HomePage() {
  const t = useTranslations('library')
  const me = useMe()
  const { data: library, isWhole } = useLibrary()
  const { work, state, files } = useSync()
  const isEmpty = library !== undefined && files.size === 0
  const steps =
    me && library && isWhole
      ? getFirstSteps({ files: library, hasTranscribed: me.has_transcribed, hasReadSample: hasReadSample(me.id) })
      : []
  usePageTitle(t('home'))
  return (
    <>
      {/* There is no free trial yet; its data and its banner come with billing-global. */}
      <PromoSlot trial={undefined} />
      <div className="grid max-w-[68.75rem] grid-cols-1 content-start gap-7 px-12 py-9 max-md:px-6 max-sm:gap-5 max-sm:px-4 max-sm:py-5">
        <Greeting name={me?.nickname} isEmpty={isEmpty} state={state} />
        <QuickActions />
        {!isEmpty && (
          <section aria-labelledby="recent" className="grid grid-cols-1 gap-2.5">
            <h2 id="recent" className="text-base font-[640]">
              {t('recent')}
            </h2>
            <RecentFiles />
          </section>
        )}
        {/* What loads later is at the end, so that nothing moves. */}
        {work.uploads.length + work.tasks.length > 0 && <ActiveWork work={work} files={files} errorFallback={null} />}
        {steps.length > 0 && <FirstSteps steps={steps} errorFallback={null} />}
        <RecoverableRecordings />
      </div>
    </>
  )
}

type GreetingProps = {
  /** The name of the signed-in user; undefined until it is loaded. */
  name: string | undefined
  /** There is no recording yet. */
  isEmpty: boolean
  state: Pick<SyncState, 'running' | 'unresolved'>
}

/** The greeting for the time of day, and what is running or failed. */
function Greeting({ name, isEmpty, state: { running, unresolved } }: GreetingProps) {
  const t = useTranslations('library')
  const greeting = getGreeting(new Date(useNow(minutes(1))).getHours())
  const status = [
    running > 0 && t('home_running', { count: running }),
    unresolved > 0 && t('home_attention', { count: unresolved }),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <header className="grid gap-1">
      <h1 className="text-3xl font-[640] tracking-[-0.02em] text-balance">
        {name ? t(`${greeting}_name`, { name }) : t(greeting)}
      </h1>
      <p className="text-base text-ink2">{status || (isEmpty ? t('home_empty') : t('home_hint'))}</p>
    </header>
  )
}

/** Returns the greeting for an hour (0 to 23) in local time. */
export function getGreeting(hour: number): 'good_morning' | 'good_afternoon' | 'good_evening' {
  if (hour >= 5 && hour < 12) return 'good_morning'
  return hour >= 12 && hour < 18 ? 'good_afternoon' : 'good_evening'
}
