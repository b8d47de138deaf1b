import { cleanName } from '#shared/normalizeText.ts'
import { type Bytes, type Millis, hours, seconds } from '#shared/units.ts'

/** Minimum duration of a recording (B§5). */
export const MIN_DURATION: Millis = seconds(1)
/** Maximum duration of a recording (B§5). */
export const MAX_DURATION: Millis = hours(5)

/** Properties of a selected file, known before it is read. */
export type SelectedFile = { readonly name: string; readonly type: string; readonly size: Bytes; readonly lastModified: Millis }

/** Audio and video extensions for which browsers often report no type (B§5). */
export const SPEC_EXTENSIONS = ['rmvb', 'rm', 'divx', 'ts', 'm2ts', '3gp', 'f4v', 'asr'] as const

/** More audio and video extensions (B§5) for which some browsers report no type or an unusual one. */
const OTHER_EXTENSIONS = (
  'aac ac3 aif aifc aiff alac amr ape asf au avi awb caf dss dts dv eac3 flac flv gsm m2t m4a m4b m4r m4v mka mkv mov mp2 mp3 mp4 mpa ' +
  'mpc mpeg mpg mts mxf oga ogg ogv opus qt ra snd spx tta vob voc w64 wav weba webm wma wmv wv'
).split(' ')

const MEDIA_EXTENSIONS: ReadonlySet<string> = new Set([...SPEC_EXTENSIONS, ...OTHER_EXTENSIONS])

/** Value of the accept attribute of the file chooser (B§5). */
export const ACCEPTED_TYPES = ['audio/*', 'video/*', ...[...MEDIA_EXTENSIONS].map((extension) => `.${extension}`)].join(',')

/** Size and duration of one packet of bare Opus (B§5). */
export const ASR_PACKET_BYTES: Bytes = 80
export const ASR_PACKET_DURATION: Millis = 20

/** Output of the transcode: 16 kHz mono MP3 (B§9) with a constant bitrate, because seeking is inexact with a variable one. */
export const TRANSCODE_RATE = 16_000
export const TRANSCODE_BITS_PER_SECOND = 48_000

/** Maximum length of a title; the list of files refuses longer ones. */
export const MAX_TITLE_LENGTH = 255
/** Title of a recording without a usable name. */
export const DEFAULT_TITLE = 'Recording'

/**
 * Splits `Interview.final.WAV` into `Interview.final` and `wav`. A name without a dot, or with only a leading dot, has no
 * extension.
 */
export function splitName(name: string): { filename: string; filefix: string } {
  const dot = name.lastIndexOf('.')
  const [title, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, '']
  return { filename: cleanName(title).slice(0, MAX_TITLE_LENGTH) || cleanName(name), filefix: cleanName(extension).toLowerCase() }
}

/** True for audio/*, video/* and the extensions of B§5, also when the browser reports no type. */
export function isMediaFile(file: Pick<SelectedFile, 'name' | 'type'>): boolean {
  return /^(audio|video)\//i.test(file.type) || MEDIA_EXTENSIONS.has(splitName(file.name).filefix)
}

/** Names of files and folders created by operating systems, besides those that begin with a dot. */
const SYSTEM_NAMES = new Set(['thumbs.db', 'desktop.ini', '__macosx', '$recycle.bin', 'system volume information'])

/** True when the name belongs to a hidden file or folder. */
export const isHidden = (name: string): boolean => name.startsWith('.') || SYSTEM_NAMES.has(name.toLowerCase())

/**
 * Returns the audio and video files of a folder. Hidden and other files are only counted, because the user did not select them
 * one by one.
 */
export function mediaFilesIn<F extends SelectedFile>(
  entries: readonly { readonly file: F; readonly path: string }[],
): { mediaFiles: F[]; skipped: number } {
  const mediaFiles = entries
    .filter(({ file, path }) => isMediaFile(file) && !path.split('/').some((name) => isHidden(name)))
    .map(({ file }) => file)
  return { mediaFiles, skipped: entries.length - mediaFiles.length }
}

/** True for `.asr`, the format of hardware recorders, which is uploaded unchanged (B§4). */
export const isAsr = (file: Pick<SelectedFile, 'name'>): boolean => splitName(file.name).filefix === 'asr'

/** Returns the duration of an `.asr` file: whole packets of 80 bytes, 20 ms each (B§5). */
export const asrDuration = (size: Bytes): Millis => Math.floor(size / ASR_PACKET_BYTES) * ASR_PACKET_DURATION

/** Allows one second to five hours, inclusive (B§5). */
export function durationError(duration: Millis): 'tooShort' | 'tooLong' | null {
  if (duration < MIN_DURATION) return 'tooShort'
  return duration > MAX_DURATION ? 'tooLong' : null
}

/** Estimates the size of a recording after transcoding. */
export const transcodedBytes = (duration: Millis): Bytes => Math.round((duration / 1000) * (TRANSCODE_BITS_PER_SECOND / 8))

/** Appends the date and time to a title, so that both files can be kept (B§5). `taken` contains the titles in use. */
export function withTimestamp(filename: string, date: Date, taken: ReadonlySet<string> = new Set()): string {
  const twoDigits = (n: number): string => String(n).padStart(2, '0')
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
  const time = [twoDigits(date.getHours()), twoDigits(date.getMinutes()), twoDigits(date.getSeconds())].join('-')
  const withSuffix = (suffix: string): string => filename.slice(0, MAX_TITLE_LENGTH - suffix.length) + suffix
  for (let attempt = 1; ; attempt++) {
    const title = withSuffix(attempt === 1 ? ` ${day} ${time}` : ` ${day} ${time} (${attempt})`)
    if (!taken.has(title)) return title
  }
}

/** The status numbers of an upload (B§4). All other code uses the names. */
export const UPLOAD_STATUS = {
  pending: 0,
  uploading: 1,
  completed: 2,
  transcodingQueued: 3,
  transcoding: 4,
  tooLong: -1,
  duplicateName: -2,
  /** "Invalid format or failed": the reason of the item says which. */
  refused: -3,
  tooLarge: -4,
  /** A call before or after sending the parts got no response. */
  networkError: -5,
  transcodeError: -6,
  tooShort: -7,
  /** A part could not be sent. */
  uploadNetworkError: -8,
  /** The transcoder could not be fetched. */
  transcodeNetworkError: -9,
} as const
export type UploadStatus = keyof typeof UPLOAD_STATUS

/** Result of checking one file of a selection before it is read. */
export type Verdict = 'fine' | 'duplicateName' | 'tooLarge' | 'notSound' | 'empty'

/**
 * Checks a selection in its order (B§5). Unsupported types, empty files, files over the limit and duplicate titles (in the
 * library or earlier in the selection) are kept and flagged. Files that would bring the whole selection over the limit are
 * left out, and their names are returned.
 */
export function checkSelection<F extends SelectedFile>(
  files: readonly F[],
  context: { limit: Bytes; titles: ReadonlySet<string> },
): { checked: { file: F; verdict: Verdict }[]; leftOut: string[] } {
  const titles = new Set(context.titles)
  const checked: { file: F; verdict: Verdict }[] = []
  const leftOut: string[] = []
  let total: Bytes = 0
  for (const file of files) {
    const verdict = checkFile(file, context.limit, titles)
    const canUpload = verdict === 'fine' || verdict === 'duplicateName'
    if (canUpload && total + file.size > context.limit) {
      leftOut.push(cleanName(file.name))
      continue
    }
    checked.push({ file, verdict })
    if (!canUpload) continue
    total += file.size
    titles.add(splitName(file.name).filename)
  }
  return { checked, leftOut }
}

function checkFile(file: SelectedFile, limit: Bytes, titles: ReadonlySet<string>): Verdict {
  if (!isMediaFile(file)) return 'notSound'
  if (file.size === 0) return 'empty'
  if (file.size > limit) return 'tooLarge'
  return titles.has(splitName(file.name).filename) ? 'duplicateName' : 'fine'
}
