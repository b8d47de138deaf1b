import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { transcription } from './transcription.ts'

/** A transcription under way: which one, and how many segments it has heard so far. */
export type Hearing = { taskId: string; heard: number }

/**
 * What a transcription under way has heard. Only what is new is asked for: when `heard` grows, the rest is fetched and
 * put behind what is there.
 */
export function useHeard(fileId: string, hearing: Hearing | undefined): readonly Segment[] {
  const queries = useQueryClient()
  const heard = hearing?.heard ?? 0
  const queryKey = [...transcription.heard.key({ params: { id: fileId }, query: {} }), hearing?.taskId]
  const {
    data = NOTHING,
    isFetching,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<readonly Segment[]>(queryKey) ?? NOTHING
      const { segments, total } = await ask(fileId, known.length, signal)
      // Fewer than before: it was begun anew, and what we have is of another beginning.
      return total < known.length ? (await ask(fileId, 0, signal)).segments : [...known, ...segments]
    },
    // Before anything is heard the server answers with the last transcript.
    enabled: heard > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The live channel is the external system: it says that there is more.
  useEffect(() => {
    if (heard > data.length && !isFetching) void refetch()
    // A fetch that brought less than was promised is not repeated until more is promised.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [heard])
  return data
}

const NOTHING: readonly Segment[] = []

async function ask(fileId: string, from: number, signal: AbortSignal) {
  const { data } = await transcription.heard({ params: { id: fileId }, query: { from } }, { signal })
  return data
}
