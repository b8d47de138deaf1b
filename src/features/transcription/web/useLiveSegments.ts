import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Segment } from '#features/files/contract.ts'
import { transcription } from './transcription.ts'

/** Progress of a running transcription. `segmentsTranscribed` is the number of segments so far. */
export type LiveProgress = { taskId: string; segmentsTranscribed: number; percent: number }

/**
 * Returns the segments of a running transcription. Each update requests only the new segments and the last known one, which
 * may have grown.
 */
export function useLiveSegments(fileId: string, progress: LiveProgress | undefined): readonly Segment[] {
  const queries = useQueryClient()
  const segmentCount = progress?.segmentsTranscribed ?? 0
  const progressKey = `${progress?.taskId} ${segmentCount} ${progress?.percent}`
  const requestedKey = useRef('')
  const queryKey = [...transcription.liveSegments.key({ params: { id: fileId }, query: {} }), progress?.taskId]
  const {
    data = NO_SEGMENTS,
    isFetching,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      requestedKey.current = progressKey
      const knownSegments = queries.getQueryData<readonly Segment[]>(queryKey) ?? NO_SEGMENTS
      const stableCount = Math.max(0, knownSegments.length - 1)
      const { segments, total } = await fetchSegments(fileId, stableCount, signal)
      // Fewer segments than before mean that the transcription was restarted, so the known ones are outdated.
      return total < knownSegments.length
        ? (await fetchSegments(fileId, 0, signal)).segments
        : [...knownSegments.slice(0, stableCount), ...segments]
    },
    // Before there are any segments the server returns the saved transcript.
    enabled: segmentCount > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The live channel is the external system. Each progress it reports is requested once.
  useEffect(() => {
    if (segmentCount > 0 && requestedKey.current !== progressKey && !isFetching) void refetch()
  }, [segmentCount, progressKey, isFetching, refetch])
  return data
}

const NO_SEGMENTS: readonly Segment[] = []

async function fetchSegments(fileId: string, from: number, signal: AbortSignal) {
  const { data } = await transcription.liveSegments({ params: { id: fileId }, query: { from } }, { signal })
  return data
}
