import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { transcription } from './transcription.ts'

/** A transcription under way: which one, how many segments it has heard so far, and how far it is. */
export type Hearing = { taskId: string; heard: number; percent: number }

/**
 * What a transcription under way has heard. As it goes on, only what is new is asked for and put behind what is there; the
 * last segment is asked for again, because it may have grown.
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
      // Fewer than before: it was begun anew, and what we have is of another beginning.
      return total < known.length ? (await ask(fileId, 0, signal)).segments : [...known.slice(0, settled), ...segments]
    },
    // Before anything is heard the server answers with the last transcript.
    enabled: heard > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The live channel is the external system: it says that there is more. Each state it tells of is asked for once.
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
