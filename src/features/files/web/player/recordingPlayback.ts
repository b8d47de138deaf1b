import type { QueryClient } from '@tanstack/react-query'
import { type Millis, seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { every, type Stop } from '#browser/timers/time.ts'
import { files } from '../filesClient.ts'
import { changeShownFile } from '../sync/useFile.ts'
import { closeBackgroundPlayback, getBackgroundPlayback, type RecordingPlayback } from './backgroundPlayback.ts'
import { Playback } from './Playback.ts'
import type { AudioElement } from './Playback.ts'

export type RecordingPlaybackOptions = {
  queries: QueryClient
  fileId: string
  /** The duration known to the library. */
  duration: Millis
  /** Where to start. */
  position: Millis
  element?: AudioElement | undefined
}

/** Interval between saves of the position while playing. */
const SAVE_INTERVAL = seconds(5)
/** A recording stopped this close to its end starts from the beginning the next time. */
const END_MARGIN = seconds(3)

/** Creates the playback of a recording. It saves its position to the account, and stops any other sound of the app when it plays. */
export function createRecordingPlayback(options: RecordingPlaybackOptions): RecordingPlayback {
  const { fileId, duration, position, queries, element = createAudio() } = options
  const recording: RecordingPlayback = {
    fileId,
    playback: new Playback({
      link: () => fetchLink(fileId),
      duration,
      startAt: position,
      element,
      onPlay: () => stopOtherSounds(recording),
    }),
    open: () => {
      // Some browsers only play elements in the document.
      if (element instanceof Node) document.body.append(element)
      const close = recording.playback.open()
      const stopSaving = savePosition(queries, recording)
      return () => {
        close()
        stopSaving()
        if (element instanceof HTMLElement) element.remove()
      }
    },
  }
  return recording
}

/** Saves the position every few seconds while playing, when it pauses, and when the returned function is called. */
function savePosition(queries: QueryClient, { fileId, playback }: RecordingPlayback): Stop {
  let savedPosition = playback.time()
  const save = () => {
    const isAtEnd = playback.time() >= playback.state().duration - END_MARGIN
    const position = isAtEnd ? 0 : playback.time()
    if (position === savedPosition) return
    savedPosition = position
    changeShownFile(queries, fileId, { playback_position: position })
    // A position that is not saved is replaced by the next one.
    files.visit({ params: { id: fileId }, body: { position } }, { quiet: true }).catch(() => {})
  }
  let stopTimer: Stop = () => {}
  let wasPlaying = false
  const unsubscribe = playback.subscribe(() => {
    const { playing } = playback.state()
    if (playing === wasPlaying) return
    wasPlaying = playing
    stopTimer()
    if (playing) stopTimer = every(SAVE_INTERVAL, save)
    else save()
  })
  return () => {
    unsubscribe()
    stopTimer()
    save()
  }
}

/** Returns a signed link to the audio of a recording. */
export async function fetchLink(fileId: string): Promise<string> {
  const { temp_url } = await files.tempUrl({ params: { id: fileId }, query: {} })
  return temp_url
}

/** Returns an audio element that is not in the document. */
export function createAudio(): HTMLAudioElement {
  const element = document.createElement('audio')
  element.preload = 'metadata'
  return element
}

/** The recording that played last in this tab. */
let lastPlayed: RecordingPlayback | undefined

function stopOtherSounds(recording: RecordingPlayback): void {
  if (getBackgroundPlayback() !== recording) closeBackgroundPlayback()
  lastPlayed = recording
  openChannel()?.postMessage('playing')
}

let channel: BroadcastChannel | undefined

/** The channel of this browser on which a tab says that it plays; the others pause. */
function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'function') return undefined
  if (!channel) {
    channel = new BroadcastChannel('earshot-playback')
    listen(channel, 'message', () => lastPlayed?.playback.pause())
  }
  return channel
}
