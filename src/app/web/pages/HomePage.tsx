import { useLibrary } from '#features/files/web.tsx'
import { RecentFiles } from '#features/library/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { useTaskChips } from '#features/generate/web.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { withPagesNamespace } from '../withNamespace.ts'
import { RecoverableRecordings } from '../layout/recorder/RecoverableRecordings.tsx'
import { useSync } from '../sync/useSync.ts'
import { getFirstSteps } from './home/onboardingSteps.ts'
import { Home } from './home/Home.tsx'
import { PromoSlot } from './home/PromoSlot.tsx'
import { hasReadSample } from './home/sampleRead.ts'

const ActiveWork = lazyComponent(withPagesNamespace(async () => (await import('./home/ActiveWork.tsx')).ActiveWork))
const FirstSteps = lazyComponent(withPagesNamespace(async () => (await import('./home/FirstSteps.tsx')).FirstSteps))

/** The home page at / and /home (B§2). */
export function HomePage() {
  const chipOf = useTaskChips()
  const me = useMe()
  const { data: library, isWhole } = useLibrary()
  const { work, state, files } = useSync()
  const steps =
    me && library && isWhole
      ? getFirstSteps({ files: library, hasTranscribed: me.has_transcribed, hasReadSample: hasReadSample(me.id) })
      : []
  return (
    <>
      {/* There is no free trial yet; its data and its banner come with billing-global. */}
      <PromoSlot trial={undefined} />
      <Home
        name={me?.nickname}
        isEmpty={library !== undefined && files.size === 0}
        running={state.running}
        failed={state.troubled}
        recent={<RecentFiles renderChip={chipOf} />}
      >
        {work.uploads.length + work.tasks.length > 0 && <ActiveWork work={work} files={files} errorFallback={null} />}
        {steps.length > 0 && <FirstSteps steps={steps} errorFallback={null} />}
        {/* Loads last and is therefore at the end, so that nothing moves. */}
        <RecoverableRecordings />
      </Home>
    </>
  )
}
