import { RecentFiles, useCounts } from '#features/files/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { useTaskChips } from '#features/generate/web.tsx'
import { Home } from './home/Home.tsx'

/** / and /home (B§2). */
export function HomePage() {
  const chipOf = useTaskChips()
  const { all, isKnown } = useCounts()
  return <Home name={useMe()?.nickname} isEmpty={isKnown && all === 0} recent={<RecentFiles chipOf={chipOf} />} />
}
