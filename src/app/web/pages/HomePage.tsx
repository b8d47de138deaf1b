import { RecentFiles, useLibrary } from '#features/files/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { useTaskChips } from '#features/generate/web.tsx'
import { lazyPart } from '#ui/lazyPart.tsx'
import { withPages } from '../withPages.ts'
import { KeptRecordings } from '../recorder/KeptRecordings.tsx'
import { useSync } from '../shell/sync/useSync.ts'
import { firstSteps } from './home/firstSteps.ts'
import { Home } from './home/Home.tsx'
import { PromoSlot } from './home/PromoSlot.tsx'
import { hasReadSample } from './home/sampleRead.ts'

const Underway = lazyPart(withPages(async () => (await import('./home/Underway.tsx')).Underway))
const FirstSteps = lazyPart(withPages(async () => (await import('./home/FirstSteps.tsx')).FirstSteps))

/** The home page at / and /home (B§2). */
export function HomePage() {
  const chipOf = useTaskChips()
  const me = useMe()
  const { data: library, isWhole } = useLibrary()
  const { work, state, files } = useSync()
  const steps =
    me && library && isWhole
      ? firstSteps({ files: library, hasTranscribed: me.has_transcribed, hasReadSample: hasReadSample(me.id) })
      : []
  return (
    <>
      {/* There is no free trial yet; its data and its banner come with billing-global. */}
      <PromoSlot trial={undefined} />
      <Home
        name={me?.nickname}
        isEmpty={library !== undefined && files.size === 0}
        running={state.running}
        troubled={state.troubled}
        recent={<RecentFiles chipOf={chipOf} />}
      >
        {work.uploads.length + work.tasks.length > 0 && <Underway work={work} files={files} failed={null} />}
        {steps.length > 0 && <FirstSteps steps={steps} failed={null} />}
        {/* Loads last and is therefore at the end, so that nothing moves. */}
        <KeptRecordings />
      </Home>
    </>
  )
}
