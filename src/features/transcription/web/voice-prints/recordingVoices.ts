import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import { MIN_VOICE_SECONDS } from '../../contract.ts'
import { transcription } from '../transcription.ts'
import type { VoicePrint } from './voicePrintStore.ts'

/** A voice of a recording with enough speech for a voice print. */
export type RecordingVoice = {
  /** The hash of the embedding. */
  readonly id: string
  /** The name that the machine gave it. */
  readonly name: string
  readonly embedding: readonly number[]
}

/** Requests the voices of a recording that have enough speech for a voice print. */
export async function loadVoices(fileId: string): Promise<RecordingVoice[]> {
  const { voices } = (await transcription.voices({ params: { id: fileId } })).data
  return Promise.all(
    voices
      .filter(({ seconds }) => seconds >= MIN_VOICE_SECONDS)
      .map(async ({ speaker: name, embedding }) => ({ id: await hashOf(embedding), name, embedding })),
  )
}

/** @NOTE Not `crypto.subtle`: browsers do not have it on pages served over plain http from another machine. */
async function hashOf(embedding: readonly number[]): Promise<string> {
  const { sha256 } = await import('hash-wasm')
  return sha256(new Uint8Array(Float32Array.from(embedding).buffer))
}

/** Returns the voice print of a voice under the name of a person. */
export const toVoicePrint = (
  { id, name, embedding }: RecordingVoice,
  customName: string,
  { fileId, segments }: { fileId: string; segments: readonly Segment[] },
): VoicePrint => ({
  id,
  data: embedding,
  fileId,
  name,
  customName,
  updateTime: now(),
  startTime: startOfLongest(segments.filter(({ original_speaker }) => original_speaker === name)),
})

function startOfLongest(segments: readonly Segment[]): Millis {
  const lengthOf = ({ start_time, end_time }: Segment) => end_time - start_time
  const [longest] = segments.toSorted((a, b) => lengthOf(b) - lengthOf(a))
  return longest?.start_time ?? 0
}
