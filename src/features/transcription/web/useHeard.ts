import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { transcription } from './transcription.ts'

/** Progress of a running transcription. `heard` is the number of segments so far. */
export type Hearing = { taskId: string; heard: number; percent: number }

/**
 * Returns the segments of a running transcription. Each update requests only the new segments and the last known one, which
 * may have grown.
 */
export function useHeard(fileId: string, hearing: Hearing | undefined): readonly Segment[] {
  const queries = useQueryClient()
  const heard = hearing?.heard ?? 0
  const reached = `${hearing?.taskId} ${heard} ${hearing?.percent}`
  const asked = useRef('')
  const queryKey = [...transcription.heard.key({ params: { id: fileId }, query: {} }), hearing?.taskId]
  const {
    data = NOTHING,
    isFetching,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      asked.current = reached
      const known = queries.getQueryData<readonly Segment[]>(queryKey) ?? NOTHING
      const settled = Math.max(0, known.length - 1)
      const { segments, total } = await ask(fileId, settled, signal)
      // Fewer segments than before mean that the transcription was restarted, so the known ones are outdated.
      return total < known.length ? (await ask(fileId, 0, signal)).segments : [...known.slice(0, settled), ...segments]
    },
    // Before there are any segments the server returns the saved transcript.
    enabled: heard > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The live channel is the external system. Each progress it reports is requested once.
  useEffect(() => {
    if (heard > 0 && asked.current !== reached && !isFetching) void refetch()
  }, [heard, reached, isFetching, refetch])
  return data
}

const NOTHING: readonly Segment[] = []

async function ask(fileId: string, from: number, signal: AbortSignal) {
  const { data } = await transcription.heard({ params: { id: fileId }, query: { from } }, { signal })
  return data
}
