import { hours, type Millis, minutes, seconds } from '#kit/units.ts'
import type { TranscodeFailure } from './transcodeProtocol.ts'

/** Lines kept of what ffmpeg says: the last ones tell what went wrong. */
const KEPT = 12

/** What can be told from the words of ffmpeg, line by line as they come. */
export type FfmpegLog = {
  hear: (line: string) => void
  /** How long the sound is, as far as the file says so. */
  readonly duration: Millis | null
  /** True when its sound is encrypted: ffmpeg would go on and make noise of it. */
  readonly isLocked: boolean
  /** What it failed for, should it have failed. */
  readonly failure: TranscodeFailure
  readonly lastWords: string
}

/** Begins with a log of which nothing has been heard. */
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

/** `  Duration: 01:02:03.45, start: …`; the first one is the input's. */
function durationIn(line: string): Millis | null {
  const found = /^\s*Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(line)
  return found ? hours(Number(found[1])) + minutes(Number(found[2])) + seconds(Number(found[3])) : null
}
