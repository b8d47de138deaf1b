import { Suspense, lazy } from 'react'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import type { ZapierAuthProps } from './web/ZapierAuth.tsx'

const LazyConnections = lazy(async () => ({ default: (await import('./web/Connections.tsx')).Connections }))
const LazyZapierAuth = lazy(async () => ({ default: (await import('./web/ZapierAuth.tsx')).ZapierAuth }))

/** The programs that were let in, for a pane of the settings; its code comes when it is looked at. */
export const Connections = () => (
  <Suspense fallback={<SkeletonRows rows={1} />}>
    <LazyConnections />
  </Suspense>
)

/** The question whether a program may be let in (A§2 /zapier-auth); its code comes with it, so that the shell does without. */
export const ZapierAuth = (props: ZapierAuthProps) => (
  <Suspense>
    <LazyZapierAuth {...props} />
  </Suspense>
)
