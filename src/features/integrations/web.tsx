import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { Unreachable } from '#kit/client.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import type { ZapierAuthProps } from './web/ZapierAuth.tsx'

const LazyZapierAuth = lazy(async () => ({ default: (await import('./web/ZapierAuth.tsx')).ZapierAuth }))

/** The programs that were let in, for a pane of the settings; its code comes when it is looked at. */
export function Connections() {
  // As a query, so that code that does not come is an error one can do something about, and not the end of the page.
  const code = useQuery({ queryKey: ['code', 'connections'], queryFn: loadConnections, staleTime: Number.POSITIVE_INFINITY })
  if (code.data) return <code.data.Connections />
  if (code.error) return <ErrorState className="py-6" error={code.error} onRetry={() => void code.refetch()} />
  return <SkeletonRows rows={1} />
}

const loadConnections = async () => {
  const { Connections: Shown } = await import('./web/Connections.tsx').catch((cause: unknown) => {
    throw new Unreachable('network', cause)
  })
  return { Connections: Shown }
}

/** The question whether a program may be let in (A§2 /zapier-auth); its code comes with it, so that the shell does without. */
export const ZapierAuth = (props: ZapierAuthProps) => (
  <Suspense>
    <LazyZapierAuth {...props} />
  </Suspense>
)
