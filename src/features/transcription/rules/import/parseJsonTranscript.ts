import { z } from 'zod/mini'
import { defaultSpeakerName } from '../assignSpeakers.ts'
import { type Cue, TIME, parseTime } from './cue.ts'

const SECONDS = /^\d+(?:\.\d+)?$/
const CLOCK = new RegExp(`^${TIME}$`)

const speaker = z.nullish(z.union([z.string(), z.number()]))
const millis = z.pipe(z.number(), z.transform(Math.round))
/** Seconds as a number or as text, or a clock. */
const seconds = z.union([
  z.pipe(
    z.number(),
    z.transform((value) => Math.round(value * 1000)),
  ),
  z.pipe(
    z.string().check(z.regex(SECONDS)),
    z.transform((value) => Math.round(Number(value) * 1000)),
  ),
  z.pipe(z.string().check(z.regex(CLOCK)), z.transform(parseTime)),
])

/** `SPEAKER_00` of a separation and numbers become names like those of Earshot. */
function speakerName(value: z.infer<typeof speaker>): string {
  const [, number] = /^(?:SPEAKER_)?0*(\d+)$/.exec(String(value ?? '')) ?? []
  return number === undefined ? String(value ?? '').trim() : defaultSpeakerName(Number(number))
}

const cueOf = (start: number, end: number | null | undefined, text: string, name?: z.infer<typeof speaker>): Cue => ({
  start,
  end: end ?? null,
  text: text.replaceAll(/\s+/g, ' ').trim(),
  speaker: speakerName(name),
})

/** Reads one row of a list. */
type Row = z.ZodMiniType<Cue>

/** Earshot and Plaud. */
const SegmentRow: Row = z.pipe(
  z.object({ start_time: millis, end_time: z.optional(millis), content: z.string(), speaker }),
  z.transform((row) => cueOf(row.start_time, row.end_time, row.content, row.speaker)),
)
/** Whisper, faster-whisper, WhisperX and servers with the OpenAI API. */
const WhisperRow: Row = z.pipe(
  z.object({ start: seconds, end: seconds, text: z.string(), speaker }),
  z.transform((row) => cueOf(row.start, row.end, row.text, row.speaker)),
)
/** whisper.cpp. */
const WhisperCppRow: Row = z.pipe(
  z.object({ offsets: z.object({ from: millis, to: millis }), text: z.string() }),
  z.transform((row) => cueOf(row.offsets.from, row.offsets.to, row.text)),
)
/** Fireflies, from its API. */
const FirefliesRow: Row = z.pipe(
  z.object({ start_time: seconds, end_time: z.optional(seconds), text: z.string(), speaker_name: speaker }),
  z.transform((row) => cueOf(row.start_time, row.end_time, row.text, row.speaker_name)),
)
/** Fireflies, downloaded from its page. */
const FirefliesFileRow: Row = z.pipe(
  z.object({ startTime: seconds, endTime: z.optional(seconds), sentence: z.string(), speaker_name: speaker }),
  z.transform((row) => cueOf(row.startTime, row.endTime, row.sentence, row.speaker_name)),
)
/** AssemblyAI. */
const AssemblyRow: Row = z.pipe(
  z.object({ start: millis, end: millis, text: z.string(), speaker }),
  z.transform((row) => cueOf(row.start, row.end, row.text, row.speaker)),
)
/** Deepgram. */
const DeepgramRow: Row = z.pipe(
  z.object({ start: seconds, end: seconds, transcript: z.string(), speaker }),
  z.transform((row) => cueOf(row.start, row.end, row.transcript, row.speaker)),
)

/** The places of a document that hold the rows, and what the rows may be. `[]` is the document itself. */
const PLACES: readonly { path: readonly string[]; rows: readonly Row[] }[] = [
  { path: ['trans_result'], rows: [SegmentRow] },
  { path: ['transcription'], rows: [WhisperCppRow] },
  { path: ['sentences'], rows: [FirefliesRow, FirefliesFileRow] },
  { path: ['utterances'], rows: [AssemblyRow] },
  { path: ['results', 'utterances'], rows: [DeepgramRow] },
  { path: ['segments'], rows: [SegmentRow, WhisperRow] },
  { path: [], rows: [SegmentRow, FirefliesFileRow, FirefliesRow, WhisperRow] },
]

/** Returns the cues of a JSON document that another program has written; none when its shape is unknown. */
export function parseJsonTranscript(document: unknown): Cue[] {
  for (const { path, rows } of PLACES) {
    const list = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), document)
    for (const row of rows) {
      const { success, data } = z.array(row).check(z.maxLength(200_000)).safeParse(list)
      if (success && data.length > 0) return data.filter(({ text }) => text !== '')
    }
  }
  return []
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
