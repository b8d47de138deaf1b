import type { AudioSource } from '#platform/audio/AudioSource.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio, type DecodeOptions } from '#platform/audio/decodeAudio.ts'
import { probeAudio } from '#platform/audio/probeAudio.ts'
import { ChannelMeter, type ChannelSpans, cutToSpans, findChannelSpans, keepSpans } from '#shared/audio/channelSpans.ts'
import type { Millis } from '#shared/units.ts'
import type { SpeechEngine } from '../speech.ts'
import type { Diarization, DiarizeOptions } from '../speakers.ts'

type Channel = 0 | 1
type Engine = Pick<SpeechEngine, 'diarize'>

type RecordingOptions = DiarizeOptions &
  Pick<DecodeOptions, 'declared'> & {
    /** When each channel was active before the mix, if the recording is the mix of a call. */
    readonly spans?: ChannelSpans | null
  }

/**
 * Returns who speaks when in a recording. When its two channels have one person each, as in calls, speakers are separated by
 * channel, however similar their voices are.
 */
export async function diarizeRecording(
  speech: Engine,
  source: AudioSource,
  { declared, spans: spansOfMix = null, ...options }: RecordingOptions,
): Promise<Diarization> {
  const decode = (channel?: Channel) => decodeAudio(source, { declared, channel, signal: options.signal })
  const { channels } = await probeAudio(source, { declared })
  if (options.atMost === 1) return speech.diarize(decode(), options)
  if (channels !== 2) return diarizeMix(speech, decode, { spans: spansOfMix, ...options })
  const spans = findChannelSpans(await measureChannels(decode))
  return spans ? diarizeChannels(speech, spans, decode, options) : speech.diarize(decode(), options)
}

/**
 * Like `diarizeRecording`, for a mix of channels whose activity is known. Falls back to voices when these spans have no speech.
 */
export async function diarizeMix(
  speech: Engine,
  decode: () => AsyncIterable<Float32Array>,
  { spans, ...options }: DiarizeOptions & { readonly spans: ChannelSpans | null },
): Promise<Diarization> {
  if (spans === null || options.atMost === 1) return speech.diarize(decode(), options)
  const found = await diarizeChannels(speech, spans, decode, options)
  return found.turns.length > 0 ? found : speech.diarize(decode(), options)
}

async function measureChannels(decode: (channel: Channel) => AsyncIterable<Float32Array>) {
  const measure = async (channel: Channel) => {
    const meter = new ChannelMeter()
    for await (const chunk of decode(channel)) meter.push([chunk], SPEECH_SAMPLE_RATE)
    return meter.levels[0]
  }
  return [await measure(0), await measure(1)] as const
}

/**
 * Returns who speaks when in a recording whose channels have different people: one each, or several, for example after a
 * transferred call.
 */
async function diarizeChannels(
  speech: Engine,
  spans: ChannelSpans,
  decode: (channel: Channel) => AsyncIterable<Float32Array>,
  options: DiarizeOptions,
): Promise<Diarization> {
  let doneBefore = 0
  let done = 0
  // Each channel is half of the work.
  const onProgress = (progress: { readonly done: Millis }) => {
    done = progress.done
    options.onProgress?.({ done: Math.floor((doneBefore + done) / 2) })
  }
  // An echo of a voice would be detected as another person.
  const withoutEcho = (channel: Channel) => keepSpans(decode(channel), spans[channel], SPEECH_SAMPLE_RATE)
  const left = await speech.diarize(withoutEcho(0), { ...options, atMost: options.atMost && options.atMost - 1, onProgress })
  doneBefore = done
  const atMost = options.atMost && Math.max(1, options.atMost - left.speakers.length)
  const right = await speech.diarize(withoutEcho(1), { ...options, atMost, onProgress })
  return joinChannels(left, right, spans)
}

/** Removes echo and numbers the speakers of both channels in the order of their first turns. */
function joinChannels(left: Diarization, right: Diarization, spans: ChannelSpans): Diarization {
  const turns = [left, right]
    .flatMap((diarization, channel) =>
      diarization.turns.flatMap((turn) =>
        cutToSpans(turn.start, turn.end, spans[channel]!).map(([start, end]) => ({
          start,
          end,
          speaker: turn.speaker + (channel === 0 ? 0 : left.speakers.length),
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
