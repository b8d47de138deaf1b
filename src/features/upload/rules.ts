import { plainName } from '#kit/plainName.ts'
import type { Bytes, Millis } from '#kit/units.ts'
import { MAX_DURATION, MIN_DURATION } from './contract.ts'

/** What a file on disk tells before anybody opens it. */
export type Candidate = { readonly name: string; readonly type: string; readonly size: Bytes; readonly lastModified: Millis }

/** Sound and video the browser often has no type for (B§5). */
export const SOUND_EXTENSIONS = ['rmvb', 'rm', 'divx', 'ts', 'm2ts', '3gp', 'f4v', 'asr'] as const

/** For the file chooser: what may be picked (B§5). */
export const ACCEPT = ['audio/*', 'video/*', ...SOUND_EXTENSIONS.map((extension) => `.${extension}`)].join(',')

/** Bytes of one packet of bare Opus and the time it holds (B§5). */
export const ASR_PACKET_BYTES: Bytes = 80
export const ASR_PACKET_DURATION: Millis = 20

/** What the transcode makes: 16 kHz mono MP3 (B§9), always at the same bitrate, since seeking in any other is guesswork. */
export const TRANSCODE_RATE = 16_000
export const TRANSCODE_BITS_PER_SECOND = 48_000

/** A title has at most this many characters; the list of files refuses longer ones. */
export const TITLE_LENGTH = 255

/** `Interview.final.WAV` -> `Interview.final` and `wav`. A name without a dot, or with nothing before it, has no extension. */
export function splitName(name: string): { filename: string; filefix: string } {
  const dot = name.lastIndexOf('.')
  const [title, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, '']
  return { filename: plainName(title).slice(0, TITLE_LENGTH) || plainName(name), filefix: plainName(extension).toLowerCase() }
}

/** True for audio/*, video/* and the extensions of B§5. */
export function isSound(file: Pick<Candidate, 'name' | 'type'>): boolean {
  if (/^(audio|video)\//i.test(file.type)) return true
  return (SOUND_EXTENSIONS as readonly string[]).includes(splitName(file.name).filefix)
}

/** True for the recorder's own format, which goes up as it is (B§4). */
export const isAsr = (file: Pick<Candidate, 'name'>): boolean => splitName(file.name).filefix === 'asr'

/** How long an `.asr` lasts: whole packets of 80 bytes, 20 ms each (B§5). */
export const asrDuration = (size: Bytes): Millis => Math.floor(size / ASR_PACKET_BYTES) * ASR_PACKET_DURATION

/** Between one second and five hours, both allowed (B§5). */
export function durationTrouble(duration: Millis): 'tooShort' | 'tooLong' | null {
  if (duration < MIN_DURATION) return 'tooShort'
  return duration > MAX_DURATION ? 'tooLong' : null
}

/** What a recording will weigh once it is made small. */
export const transcodedBytes = (duration: Millis): Bytes => Math.round((duration / 1000) * (TRANSCODE_BITS_PER_SECOND / 8))

/** The title with the moment behind it, so that both files can be kept (B§5). `taken` says which titles are in use. */
export function withTimestamp(filename: string, at: Date, taken: ReadonlySet<string> = new Set()): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  const time = [two(at.getHours()), two(at.getMinutes()), two(at.getSeconds())].join('-')
  const suffixed = (suffix: string): string => filename.slice(0, TITLE_LENGTH - suffix.length) + suffix
  for (let round = 1; ; round++) {
    const title = suffixed(round === 1 ? ` ${day} ${time}` : ` ${day} ${time} (${round})`)
    if (!taken.has(title)) return title
  }
}

/** The numbers of an upload's states (B§4); everything else in the code goes by the names. */
export const UPLOAD_STATUS = {
  pending: 0,
  uploading: 1,
  completed: 2,
  transcodingQueued: 3,
  transcoding: 4,
  tooLong: -1,
  duplicateName: -2,
  /** "Invalid format or failed": the item's reason says which. */
  refused: -3,
  tooLarge: -4,
  /** A call around the slices got no answer. */
  networkError: -5,
  transcodeError: -6,
  tooShort: -7,
  /** A slice would not go through. */
  uploadNetworkError: -8,
  /** The transcoder itself could not be fetched. */
  transcodeNetworkError: -9,
} as const
export type UploadStatus = keyof typeof UPLOAD_STATUS

/** What is said of one file of a selection before it is opened. */
export type Verdict = 'fine' | 'duplicateName' | 'tooLarge' | 'notSound'

/**
 * Looks through a selection in its order (B§5): foreign types and files over the limit are kept and flagged, titles already in
 * the library or earlier in the selection too. What would carry the whole selection over the limit is dropped, by name.
 */
export function judgeSelection<F extends Candidate>(
  files: readonly F[],
  known: { limit: Bytes; titles: ReadonlySet<string> },
): { judged: { file: F; verdict: Verdict }[]; dropped: string[] } {
  const titles = new Set(known.titles)
  const judged: { file: F; verdict: Verdict }[] = []
  const dropped: string[] = []
  let total: Bytes = 0
  for (const file of files) {
    const verdict = judge(file, known.limit, titles)
    const mayGoUp = verdict === 'fine' || verdict === 'duplicateName'
    if (mayGoUp && total + file.size > known.limit) {
      dropped.push(plainName(file.name))
      continue
    }
    judged.push({ file, verdict })
    if (!mayGoUp) continue
    total += file.size
    titles.add(splitName(file.name).filename)
  }
  return { judged, dropped }
}

function judge(file: Candidate, limit: Bytes, titles: ReadonlySet<string>): Verdict {
  if (!isSound(file)) return 'notSound'
  if (file.size > limit) return 'tooLarge'
  return titles.has(splitName(file.name).filename) ? 'duplicateName' : 'fine'
}
