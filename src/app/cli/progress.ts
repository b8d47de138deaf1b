import type { WriteStream } from 'node:tty'
import { formatTimestamp } from '#shared/timestamp.ts'

export type Progress = { update: (position: number) => void; end: () => void }

export type ProgressOptions = {
  /** The final position; null when it is not known in advance. */
  readonly total: number | null
  readonly action?: string
  /** Formats a position when there is no total. By default, positions are times. */
  readonly format?: (position: number) => string
  /** When there is neither a total nor a terminal, a line is printed each time the position has grown by this much. */
  readonly lineEvery?: number
}

/**
 * Shows progress: on a terminal as one line that is updated, elsewhere as one line per ten percent. Without a total it shows the
 * position; without a terminal, it then prints a line each time the position has grown by `lineEvery`, one minute by default.
 */
export function showProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
  { total, action = 'transcribed', format = formatTimestamp, lineEvery = 60_000 }: ProgressOptions,
): Progress {
  let lastStep = -1
  const writeLine = (text: string) => stream.write(stream.isTTY ? `\r${text}\u001b[K` : `${text}\n`)
  return {
    update: (position) => {
      const percent = total ? Math.min(100, Math.floor((position / total) * 100)) : null
      const step = stream.isTTY
        ? (percent ?? Math.floor(position / 1000))
        : Math.floor((percent ?? position / lineEvery) / (percent === null ? 1 : 10))
      if (step === lastStep) return
      lastStep = step
      writeLine(`${action} ${percent === null ? format(position) : `${percent}%`}`)
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}

/** Returns a controller that Ctrl-C aborts. A second Ctrl-C exits at once. */
export function abortOnInterrupt(): AbortController {
  const cancellation = new AbortController()
  process.once('SIGINT', () => cancellation.abort())
  return cancellation
}
