import { type Millis, seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { wait } from '#browser/timers/time.ts'

/** Longer than a browser needs for the headers of a local file. */
const TIMEOUT: Millis = seconds(3)

/** Returns the length of audio or video as its headers say, or null when the browser cannot read them. */
export async function readMediaDuration(file: Blob): Promise<Millis | null> {
  const media = document.createElement(file.type.startsWith('video/') ? 'video' : 'audio')
  if (media.canPlayType(file.type) === '') return null
  const url = URL.createObjectURL(file)
  const ended = new AbortController()
  try {
    return await Promise.race([
      new Promise<Millis | null>((resolve) => {
        // A recording that was streamed has no length.
        listen(media, 'loadedmetadata', () => resolve(Number.isFinite(media.duration) ? seconds(media.duration) : null))
        listen(media, 'error', () => resolve(null))
        media.preload = 'metadata'
        media.src = url
      }),
      wait(TIMEOUT, ended.signal).then(() => null),
    ])
  } finally {
    ended.abort()
    media.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}
