import type { AudioSource } from '#platform/audio/AudioSource.ts'
import { decodeAudio, type DecodeOptions } from '#platform/audio/decodeAudio.ts'
import { probeAudio } from '#platform/audio/probeAudio.ts'
import type { Millis } from '#shared/units.ts'
import type { SpeechEngine } from '../speech.ts'
import type { Diarization, DiarizeOptions } from '../speakers.ts'
import { areSeparated, type ChannelLevels, LEVEL_STEP, measureChannels, withoutEcho } from './channelLevels.ts'

type RecordingOptions = DiarizeOptions & Pick<DecodeOptions, 'declared'>

/**
 * Returns who speaks when in a recording. When its two channels have a person each, as in calls, speakers are told apart by the
 * channel, whatever their voices are like.
 */
export async function diarizeRecording(
  speech: Pick<SpeechEngine, 'diarize'>,
  source: AudioSource,
  { declared, ...options }: RecordingOptions,
): Promise<Diarization> {
  const decode = (channel?: 0 | 1) => decodeAudio(source, { declared, channel, signal: options.signal })
  const { channels } = await probeAudio(source, { declared })
  const levels = channels === 2 && options.atMost !== 1 ? await measureChannels(decode(0), decode(1)) : null
  if (!levels || !areSeparated(levels)) return speech.diarize(decode(), options)
  // Several people on one channel are looked for only when more speakers are expected than there are channels.
  const atMost = Math.max(1, (options.atMost ?? 2) - 1)
  const left = await speech.diarize(decode(0), { ...options, atMost, onProgress: halfProgress(options, 0, levels) })
  const right = await speech.diarize(decode(1), { ...options, atMost, onProgress: halfProgress(options, 1, levels) })
  return joinChannels(left, right, levels)
}

/** Each channel is half of the work. */
const halfProgress =
  ({ onProgress }: DiarizeOptions, half: 0 | 1, [left]: ChannelLevels): ((progress: { readonly done: Millis }) => void) =>
  ({ done }) =>
    onProgress?.({ done: Math.floor((done + half * left.length * LEVEL_STEP) / 2) })

/** Numbers the speakers of both channels in the order of their first turns. */
function joinChannels(left: Diarization, right: Diarization, levels: ChannelLevels): Diarization {
  const turns = ([left, right] as const)
    .flatMap((diarization, index) =>
      diarization.turns.flatMap((turn) =>
        withoutEcho(turn, levels, index === 0 ? 0 : 1).map((part) => ({
          ...part,
          speaker: turn.speaker + (index === 0 ? 0 : left.speakers.length),
        })),
      ),
    )
    .toSorted((a, b) => a.start - b.start)
  const speakers = [...left.speakers, ...right.speakers]
  const order = [...new Set(turns.map(({ speaker }) => speaker))]
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })),
    speakers: order.map((speaker) => speakers[speaker]!),
  }
}
