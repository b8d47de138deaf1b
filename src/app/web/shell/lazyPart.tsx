import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Unreachable } from '#kit/client.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { bringNamespace } from '../i18n.ts'

export type LazyPartOptions = {
  /** What stands there until the code has come. */
  waiting?: ReactNode
  /** Says it when the code does not come, with a way to try again; else the part is simply not there. */
  says?: boolean
}

/**
 * A part of the shell whose code and words come after the first paint. `name` tells it from the others. With `lazy` of React a
 * failed request would take the whole page down.
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, says = false }: LazyPartOptions = {},
): ComponentType<Props> {
  const bring = async () => {
    const [Part] = await Promise.all([load(), bringNamespace('pages')]).catch((cause: unknown) => {
      throw new Unreachable('network', cause)
    })
    return { Part }
  }
  return function LazyPart(props: Props) {
    const code = useQuery({ queryKey: ['code', name], queryFn: bring, staleTime: Number.POSITIVE_INFINITY })
    if (code.data) return <code.data.Part {...props} />
    return code.error && says ? <ErrorState error={code.error} onRetry={() => void code.refetch()} /> : waiting
  }
}
