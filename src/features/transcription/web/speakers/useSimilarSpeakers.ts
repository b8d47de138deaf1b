import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { MIN_VOICE_SECONDS } from '../../contract.ts'
import { similarVoices, voiceNames } from '../../rules.ts'
import { transcription } from '../transcription.ts'
import { listSpeakers } from '../speakers.ts'

/** Returns which speakers sound like another one of the recording, by name. Empty until the voices are loaded, and without them. */
export function useSimilarSpeakers(
  fileId: string,
  segments: readonly Segment[],
  isEnabled: boolean,
): ReadonlyMap<string, string> {
  const speakers = useMemo(() => listSpeakers(segments), [segments])
  const input = { params: { id: fileId } }
  const { data: voices } = useQuery({
    queryKey: transcription.voices.key(input),
    queryFn: async ({ signal }) => (await transcription.voices(input, { signal, quiet: true })).data.voices,
    enabled: isEnabled && speakers.length > 1,
  })
  return useMemo(() => {
    const names = voiceNames(segments)
    const named = (voices ?? []).flatMap(({ speaker, embedding, seconds }) => {
      const name = names.get(speaker)
      return name && seconds >= MIN_VOICE_SECONDS ? [{ name, embedding, seconds }] : []
    })
    return similarVoices(named)
  }, [voices, segments])
}
