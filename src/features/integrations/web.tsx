import { lazyPart } from '#ui/lazyPart.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const LazyConnections = lazyPart(async () => (await import('./web/Connections.tsx')).Connections)

/** The programs that were let in, for a pane of the settings; its code comes when it is looked at. */
export const Connections = () => <LazyConnections waiting={<SkeletonRows rows={1} />} />

/** The question whether a program may be let in (A§2 /zapier-auth); its code comes with it, so that the shell does without. */
export const ZapierAuth = lazyPart(async () => (await import('./web/ZapierAuth.tsx')).ZapierAuth)
