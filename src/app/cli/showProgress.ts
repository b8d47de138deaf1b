import type { WriteStream } from 'node:tty'
import type { Millis } from '#kit/units.ts'

/**
 * Shows progress: on a terminal as one line that is updated, elsewhere as one line for every ten percent. Without a duration it
 * shows the position.
 */
export function showProgress(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
  duration: Millis | null,
): { at: (done: Millis) => void; end: () => void } {
  let told = -1
  const say = (text: string) => stream.write(stream.isTTY ? `\r${text}\u001b[K` : `${text}\n`)
  return {
    at: (done) => {
      const percent = duration ? Math.min(100, Math.floor((done / duration) * 100)) : null
      const step = stream.isTTY
        ? (percent ?? Math.floor(done / 1000))
        : Math.floor((percent ?? done / 60_000) / (percent === null ? 1 : 10))
      if (step === told) return
      told = step
      say(percent === null ? `heard ${clock(done)}` : `heard ${percent} %`)
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}

const clock = (ms: Millis): string => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`
