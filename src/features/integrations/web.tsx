import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'

const LazyConnections = lazyComponent(async () => (await import('./web/settings/Connections.tsx')).Connections)

/** The connected programs, for a pane of the settings. Its code is loaded when it is first shown. */
export const Connections = () => <LazyConnections fallback={<SkeletonRows rows={1} />} />

/** The page that asks the user to authorize a program (A§2 /zapier-auth). Its code is loaded when it is first shown. */
export const ZapierAuth = lazyComponent(async () => (await import('./web/ZapierAuth.tsx')).ZapierAuth)
