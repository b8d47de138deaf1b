import { RecentFiles, useCounts } from '#features/files/web.tsx'
import { useMe } from '#features/account/web.tsx'
import { Home } from './home/Home.tsx'

/** / and /home (B§2). */
export function HomePage() {
  const { all } = useCounts()
  return <Home name={useMe()?.nickname} isEmpty={all === 0} recent={<RecentFiles />} />
}
