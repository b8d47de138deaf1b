import { stat, writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type LooseTranscript, TRANSCRIPT_FORMATS, writeTranscript } from '#features/export/compute.ts'
import { assignSpeakers, buildSegments, hasWords, type SpeakerTurn } from '#features/transcription/rules.ts'
import type { Segment } from '#features/files/contract.ts'
import { engineLanguage } from '#shared/languageOptions.ts'
import { ChannelMeter, findChannelSpans } from '#shared/audio/channelSpans.ts'
import type { Millis } from '#shared/units.ts'
import { readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import type { TrackUse } from '#shared/audio/chooseTracks.ts'
import { FfmpegMissing, decodeWithFfmpeg } from '#platform/audio/decodeWithFfmpeg.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { type DeclaredFormat, probeAudio } from '#platform/audio/probeAudio.ts'
import { AudioError } from '#platform/audio/audio.ts'
import { joinWords } from '#platform/speech/languages.ts'
import { diarizeMix, diarizeRecording } from '#platform/speech/channels/diarizeRecording.ts'
import type { DiarizeOptions } from '#platform/speech/speakers.ts'
import { openConfiguredModels, openConfiguredSpeech } from '#platform/speech/openSpeech.ts'
import { type SpeechEngine, type TranscribedWindow, SpeechError } from '#platform/speech/speech.ts'
import { CommandError, EXIT, UsageError, parseArguments } from './runCommand.ts'
import { abortOnInterrupt, showProgress } from './progress.ts'

/** `earshot transcribe FILE`: transcribes a file without a server or a database. */
export async function transcribe(args: string[]): Promise<number> {
  const { file, language, speakers, format, output } = parseTranscribeArguments(args)
  await stat(file).catch(() => {
    throw new CommandError(EXIT.noInput, `There is no file ${file}.`)
  })
  try {
    const transcript = await transcribeFile(file, language, speakers)
    const { segments } = transcript
    const text = await writeTranscript(format, { title: basename(file, extname(file)), ...transcript })
    await writeOutput(text, output)
    if (!hasWords(segments)) {
      process.stderr.write(`earshot: no speech was ${segments.length === 0 ? 'found' : 'understood'} in this file\n`)
    }
    return EXIT.ok
  } catch (error) {
    throw toCommandError(error, file)
  }
}

function parseTranscribeArguments(args: string[]) {
  const options = {
    language: { type: 'string', default: 'auto' },
    speakers: { type: 'string', default: 'auto' },
    format: { type: 'string', default: 'txt' },
    output: { type: 'string' },
  } as const
  const { values, positionals } = parseArguments({ args, options, allowPositionals: true })
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw new UsageError('Enter exactly one file.')
  const format = TRANSCRIPT_FORMATS.find((known) => known === values.format)
  if (!format) throw new UsageError(`There is no format ${values.format}. Choose one of ${TRANSCRIPT_FORMATS.join(', ')}.`)
  const language = values.language === 'auto' ? undefined : engineLanguage(values.language)
  return { file, language, speakers: parseSpeakers(values.speakers), format, output: values.output }
}

/** Whether to separate speakers, and the maximum number of them. */
type SpeakersOption = DiarizeLimits | undefined
type DiarizeLimits = { atMost: number | undefined }

function parseSpeakers(value: string): SpeakersOption {
  if (value === 'off') return undefined
  if (value === 'auto') return { atMost: undefined }
  const atMost = Number(value)
  if (Number.isInteger(atMost) && atMost >= 1 && atMost <= 20) return { atMost }
  throw new UsageError(`There is no number of speakers ${value}. Enter auto, off, or a number from 1 to 20.`)
}

async function transcribeFile(
  file: string,
  language: string | undefined,
  speakers: SpeakersOption,
): Promise<Omit<LooseTranscript, 'title'>> {
  const config = readConfig(environment())
  const meter = new ChannelMeter()
  const { pcm, duration } = await decode(file, meter)
  const engine = openConfiguredSpeech(config, openConfiguredModels(config))
  const progress = showProgress(process.stderr, { total: duration })
  const { signal } = abortOnInterrupt()
  const windows: TranscribedWindow[] = []
  try {
    const transcript = await engine.transcribe(pcm, {
      language,
      signal,
      onWindow: (window) => void windows.push(window),
      onProgress: ({ done }) => progress.update(done),
    })
    const segments = buildSegments(windows, joinWords)
    progress.end()
    const named =
      speakers && hasWords(segments)
        ? await nameSpeakers(engine, segments, { file, speakers, signal, meter })
        : { segments, turns: [] }
    return { ...named, language: transcript.language }
  } finally {
    progress.end()
    await engine.close()
  }
}

/** Separates the speakers in a second pass over the file. */
async function nameSpeakers(
  engine: SpeechEngine,
  segments: readonly Segment[],
  { file, speakers, signal, meter }: { file: string; speakers: DiarizeLimits; signal: AbortSignal; meter: ChannelMeter },
) {
  const duration = await readDuration(file)
  const progress = showProgress(process.stderr, { total: duration, action: 'separated speakers in' })
  const options: DiarizeOptions = { ...speakers, signal, onProgress: ({ done }) => progress.update(done) }
  try {
    const { turns } = await (duration === null
      ? diarizeMix(engine, () => decodeWithFfmpeg(file), { spans: findChannelSpans(meter.levels), ...options })
      : diarizeRecording(engine, file, { ...declaredFormat(file), ...options }))
    const { segments: named, labels } = assignSpeakers(segments, turns, joinWords)
    return { segments: named, turns: renumberSpeakers(turns, labels) }
  } finally {
    progress.end()
  }
}

/** Numbers the speakers of turns in the same way as those of the words. Speakers without words come last. */
function renumberSpeakers(turns: readonly SpeakerTurn[], labels: readonly number[]): SpeakerTurn[] {
  const order = [...new Set([...labels, ...turns.map(({ speaker }) => speaker)])]
  return turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) }))
}

/**
 * Decodes known formats directly and all others with ffmpeg, whose output has no known duration and whose channels are measured.
 */
async function decode(file: string, meter: ChannelMeter): Promise<{ pcm: AsyncIterable<Float32Array>; duration: Millis | null }> {
  const duration = await readDuration(file)
  if (duration !== null) return { pcm: decodeAudio(file, declaredFormat(file)), duration }
  process.stderr.write('earshot: reading this file with ffmpeg\n')
  return { pcm: decodeWithFfmpeg(file, { onTracks: reportTracks, meter }), duration }
}

/** Returns null for a file that only ffmpeg may be able to read. */
async function readDuration(file: string): Promise<Millis | null> {
  try {
    return (await probeAudio(file, declaredFormat(file))).duration
  } catch (error) {
    if (!(error instanceof AudioError) || error.kind !== 'not-sound') throw error
    return null
  }
}

const declaredFormat = (file: string): DeclaredFormat => (extname(file).toLowerCase() === '.asr' ? { declared: 'OPUS' } : {})

function reportTracks({ mixed, leftOut }: TrackUse): void {
  if (mixed > 1 || leftOut > 0) process.stderr.write(`earshot: reading ${mixed} of its ${mixed + leftOut} audio tracks\n`)
}

async function writeOutput(text: Uint8Array, output: string | undefined): Promise<void> {
  if (output === undefined) {
    process.stdout.write(text)
    return
  }
  await writeFile(output, text).catch((error: unknown) => {
    throw new CommandError(EXIT.cannotWrite, `Cannot write ${output}: ${error instanceof Error ? error.message : String(error)}`)
  })
}

function toCommandError(error: unknown, file: string): unknown {
  if (error instanceof AudioError) return new CommandError(EXIT.data, `${file}: ${error.message}`)
  if (error instanceof FfmpegMissing) return new CommandError(EXIT.unavailable, error.message)
  if (error instanceof SpeechError && error.kind === 'aborted') return new CommandError(EXIT.interrupted, 'Stopped.')
  if (error instanceof SpeechError)
    return new CommandError(error.kind === 'language' ? EXIT.usage : EXIT.unavailable, error.message)
  return error
}
