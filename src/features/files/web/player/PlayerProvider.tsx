import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Millis } from '#shared/units.ts'
import type { AudioElement } from './Playback.ts'
import { PlaybackContext } from './PlayerContext.ts'
import { getBackgroundPlayback, openOnPage } from './backgroundPlayback.ts'
import { createRecordingPlayback } from './recordingPlayback.ts'

export type PlayerProviderProps = {
  fileId: string
  /** The duration known to the library. */
  duration: Millis
  /** Where the user last stopped playing. */
  position?: Millis
  /** The moment that a link names, which comes before that position. */
  linkedTime?: Millis | undefined
  /** The audio element; a page has one. */
  element?: AudioElement
  children: ReactNode
}

/**
 * Provides the player of a page. Pass the id of the recording as `key`, because each recording needs its own player. A recording
 * that plays in the background goes on here.
 */
export function PlayerProvider({ linkedTime, position = 0, children, ...props }: PlayerProviderProps) {
  const { fileId, duration, element } = props
  const queries = useQueryClient()
  const [recording] = useState(() => {
    const background = getBackgroundPlayback()
    if (background?.fileId === fileId) return background
    return createRecordingPlayback({ queries, fileId, duration, position: linkedTime ?? position, element })
  })
  const { playback } = recording
  // The audio element is the external system. Before the paint, because the mini player goes with it.
  useLayoutEffect(() => openOnPage(recording), [recording])
  // Another device may have played it since this page loaded it.
  useEffect(() => {
    if (linkedTime === undefined) playback.resumeAt(position)
  }, [playback, position, linkedTime])
  // Also when the recording has been played before the link was opened.
  useEffect(() => {
    if (linkedTime !== undefined) playback.seek(linkedTime)
  }, [playback, linkedTime])
  return <PlaybackContext value={playback}>{children}</PlaybackContext>
}
