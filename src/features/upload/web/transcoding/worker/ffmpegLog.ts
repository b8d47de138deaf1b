import { hours, type Millis, minutes, seconds } from '#shared/units.ts'
import type { TranscodeFailure } from './transcodeProtocol.ts'

/** Number of log lines to keep. The last ones contain the error. */
const MAX_LINES = 12

/** Information parsed from the log lines of ffmpeg. */
export type FfmpegLog = {
  addLine: (line: string) => void
  /** Duration of the input, if the file contains it. */
  readonly duration: Millis | null
  /** True when the audio is encrypted. ffmpeg would decode it to noise. */
  readonly isLocked: boolean
  /** The reason, in case ffmpeg has failed. */
  readonly failure: TranscodeFailure
  readonly lastLines: string
}

/** Creates an empty log. */
export function createFfmpegLog(): FfmpegLog {
  const lines: string[] = []
  const contains = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line))
  let duration: Millis | null = null
  let isLocked = false
  let hasAudio = false
  let hasOpened = false
  return {
    addLine: (line) => {
      lines.push(line)
      if (lines.length > MAX_LINES) lines.shift()
      hasOpened ||= line.startsWith('Input #0')
      hasAudio ||= /Stream #0:\d+.*: Audio: /.test(line)
      isLocked ||= /Audio: \w+.*\((drms|enca) \/|DRM protected stream|Content is encrypted/i.test(line)
      duration ??= parseDuration(line)
    },
    get duration() {
      return duration
    },
    get isLocked() {
      return isLocked
    },
    get failure() {
      if (isLocked) return 'locked'
      if (contains(/No space left/)) return 'noRoom'
      if (contains(/moov atom not found|Truncat/i)) return 'damaged'
      if (!hasOpened || contains(/Decoder .*not found|Unknown (de|en)coder/)) return 'cannotRead'
      return hasAudio ? 'damaged' : 'noAudioTrack'
    },
    get lastLines() {
      return lines.slice(-3).join(' ')
    },
  }
}

/** Parses a line such as `  Duration: 01:02:03.45, start: …`. The first one is the duration of the input. */
function parseDuration(line: string): Millis | null {
  const match = /^\s*Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(line)
  return match ? hours(Number(match[1])) + minutes(Number(match[2])) + seconds(Number(match[3])) : null
}
