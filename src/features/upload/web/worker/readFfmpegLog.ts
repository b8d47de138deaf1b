import { hours, type Millis, minutes, seconds } from '#kit/units.ts'
import type { TranscodeFailure } from './transcodeProtocol.ts'

/** Number of log lines to keep. The last ones contain the error. */
const KEPT = 12

/** Information parsed from the log lines of ffmpeg. */
export type FfmpegLog = {
  hear: (line: string) => void
  /** Duration of the input, if the file contains it. */
  readonly duration: Millis | null
  /** True when the audio is encrypted. ffmpeg would decode it to noise. */
  readonly isLocked: boolean
  /** The reason, in case ffmpeg has failed. */
  readonly failure: TranscodeFailure
  readonly lastWords: string
}

/** Creates an empty log. */
export function readFfmpegLog(): FfmpegLog {
  const lines: string[] = []
  const says = (what: RegExp): boolean => lines.some((line) => what.test(line))
  let duration: Millis | null = null
  let isLocked = false
  let hasSound = false
  let hasOpened = false
  return {
    hear: (line) => {
      lines.push(line)
      if (lines.length > KEPT) lines.shift()
      hasOpened ||= line.startsWith('Input #0')
      hasSound ||= /Stream #0:\d+.*: Audio: /.test(line)
      isLocked ||= /Audio: \w+.*\((drms|enca) \/|DRM protected stream|Content is encrypted/i.test(line)
      duration ??= durationIn(line)
    },
    get duration() {
      return duration
    },
    get isLocked() {
      return isLocked
    },
    get failure() {
      if (isLocked) return 'locked'
      if (says(/No space left/)) return 'noRoom'
      if (says(/moov atom not found|Truncat/i)) return 'damaged'
      if (!hasOpened || says(/Decoder .*not found|Unknown (de|en)coder/)) return 'cannotRead'
      return hasSound ? 'damaged' : 'noAudioTrack'
    },
    get lastWords() {
      return lines.slice(-3).join(' ')
    },
  }
}

/** Parses a line such as `  Duration: 01:02:03.45, start: …`. The first one is the duration of the input. */
function durationIn(line: string): Millis | null {
  const found = /^\s*Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(line)
  return found ? hours(Number(found[1])) + minutes(Number(found[2])) + seconds(Number(found[3])) : null
}
