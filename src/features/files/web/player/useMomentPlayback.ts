import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Millis } from '#shared/units.ts'
import { getBackgroundPlayback, openOnPage } from './backgroundPlayback.ts'
import type { RecordingPlayback } from './backgroundPlayback.ts'
import { createRecordingPlayback } from './recordingPlayback.ts'

type Opened = { recording: RecordingPlayback; startAt: Millis }

/**
 * Plays moments of several recordings on one page, one recording at a time. What plays when the page is left goes on in the
 * background. `playback` is undefined until something is played and after `close`.
 */
export function useMomentPlayback() {
  const queries = useQueryClient()
  const [opened, setOpened] = useState<Opened>()
  // The audio element is the external system. Before the paint, because the mini player goes with it.
  useLayoutEffect(() => {
    if (!opened) return undefined
    const close = openOnPage(opened.recording)
    opened.recording.playback.playFrom(opened.startAt)
    return close
  }, [opened])
  const recording = opened?.recording
  const isPlaying = useIsPlaying(recording)
  const playFrom = ({ fileId, duration }: { fileId: string; duration: Millis }, startAt: Millis) => {
    if (recording?.fileId === fileId) return recording.playback.playFrom(startAt)
    // What plays would go on in the background otherwise.
    recording?.playback.pause()
    const background = getBackgroundPlayback()
    const next =
      background?.fileId === fileId ? background : createRecordingPlayback({ queries, fileId, duration, position: startAt })
    return setOpened({ recording: next, startAt })
  }
  const close = () => {
    recording?.playback.pause()
    setOpened(undefined)
  }
  return { fileId: recording?.fileId, playback: recording?.playback, isPlaying, playFrom, close }
}

function useIsPlaying(recording: RecordingPlayback | undefined): boolean {
  return useSyncExternalStore(recording?.playback.subscribe ?? subscribeToNothing, () => {
    const state = recording?.playback.state()
    return state !== undefined && (state.playing || state.waiting)
  })
}

const subscribeToNothing = () => () => {}
