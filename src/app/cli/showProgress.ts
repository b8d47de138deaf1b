import type { WriteStream } from 'node:tty'
import type { Millis } from '#shared/units.ts'

/**
 * Shows progress: on a terminal as one line that is updated, elsewhere as one line for every ten percent. Without a duration it
 * shows the position.
 */
export function showProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
  duration: Millis | null,
): { update: (position: Millis) => void; end: () => void } {
  let lastStep = -1
  const writeLine = (text: string) => stream.write(stream.isTTY ? `\r${text}\u001b[K` : `${text}\n`)
  return {
    update: (position) => {
      const percent = duration ? Math.min(100, Math.floor((position / duration) * 100)) : null
      const step = stream.isTTY
        ? (percent ?? Math.floor(position / 1000))
        : Math.floor((percent ?? position / 60_000) / (percent === null ? 1 : 10))
      if (step === lastStep) return
      lastStep = step
      writeLine(percent === null ? `heard ${formatTime(position)}` : `heard ${percent} %`)
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}

const formatTime = (ms: Millis): string => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`
