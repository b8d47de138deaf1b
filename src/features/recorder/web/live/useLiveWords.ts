import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useLiveChannelOpen } from '#browser/live/useLiveEvents.ts'
import { type LiveWords, recorderContract } from '../../contract.ts'
import { PIECE_DURATION } from '../../rules.ts'
import { useRecorderState } from '../RecorderContext.ts'
import { liveWordsKey } from './liveHandlers.ts'
import { useLiveWordsOn } from './liveWordsSetting.ts'

const recorder = client('recorder', recorderContract, send)

const NO_WORDS: LiveWords = { status: 'waiting', lines: [], total: 0, tail: null }

/**
 * Returns the words of the running recording, or null when live words are off. Each live event fetches only new lines and the last
 * known one, which may have grown. Nothing is fetched before the first piece is on the server.
 */
export function useLiveWords(): LiveWords | null {
  const queries = useQueryClient()
  const isOn = useLiveWordsOn()
  const serverId = useRecorderState((state) => state.serverId)
  const isUploading = useRecorderState((state) => state.uploadedUpTo > 0)
  const isChannelOpen = useLiveChannelOpen()
  const queryKey = liveWordsKey(serverId ?? '')
  const { data = NO_WORDS } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<LiveWords>(queryKey) ?? NO_WORDS
      const words = await fetchFrom(known, serverId ?? '', signal)
      // Fewer lines than before mean that the server has restarted the words.
      return words.total < known.lines.length ? fetchFrom(NO_WORDS, serverId ?? '', signal) : words
    },
    enabled: isOn && isUploading && serverId !== null,
    refetchInterval: isChannelOpen ? false : PIECE_DURATION,
    // The live channel reports every change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isOn ? data : null
}

async function fetchFrom(known: LiveWords, recording_id: string, signal: AbortSignal): Promise<LiveWords> {
  const stableCount = Math.max(0, known.lines.length - 1)
  const { data } = await recorder.words({ params: { recording_id }, query: { from: stableCount } }, { signal, quiet: true })
  return { ...data, lines: [...known.lines.slice(0, stableCount), ...data.lines] }
}
