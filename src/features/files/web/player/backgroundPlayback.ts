import { create } from 'zustand'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import type { Stop } from '#browser/timers/time.ts'
import type { Playback } from './Playback.ts'

/** The playback of one recording, with the audio element it owns. */
export type RecordingPlayback = {
  readonly fileId: string
  readonly playback: Playback
  /** Attaches the listeners. Returns a function that stops the sound; it can be opened again. */
  readonly open: () => Stop
}

type Background = { readonly recording: RecordingPlayback; readonly close: Stop }

/** The recording that goes on playing after its page was left. The mini player shows it. */
export const useBackgroundPlayback = create<{ background: Background | null }>(() => ({ background: null }))

const getBackground = (): Background | null => useBackgroundPlayback.getState().background

/** Stops the sound in the background. */
export function closeBackgroundPlayback(): void {
  const background = getBackground()
  useBackgroundPlayback.setState({ background: null })
  background?.close()
}

onSignedOut(closeBackgroundPlayback)

/** Returns what plays in the background. */
export const getBackgroundPlayback = (): RecordingPlayback | undefined => getBackground()?.recording

/**
 * Opens the playback for the page of its recording. The returned function is called when the page is left: what plays then goes on
 * in the background, otherwise the playback is closed.
 */
export function openOnPage(recording: RecordingPlayback): () => void {
  const background = getBackground()
  const isContinued = background?.recording === recording
  const close = isContinued ? background.close : recording.open()
  if (isContinued) useBackgroundPlayback.setState({ background: null })
  return () => {
    const { playing, waiting } = recording.playback.state()
    if (!playing && !waiting) return close()
    closeBackgroundPlayback()
    return useBackgroundPlayback.setState({ background: { recording, close } })
  }
}
