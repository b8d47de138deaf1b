import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Millis } from '#kit/units.ts'
import { files } from '../queries.ts'
import { Playback } from './Playback.ts'
import type { SoundElement } from './Playback.ts'
import { PlaybackContext } from './usePlayer.ts'

export type PlayerProviderProps = {
  fileId: string
  /** The recording's length as the library knows it. */
  duration: Millis
  /** What plays; a page has one audio element. */
  element?: SoundElement
  children: ReactNode
}

/** Gives a page its player. Give it the recording's id as `key`: another recording is another player. */
export function PlayerProvider({ fileId, duration, element, children }: PlayerProviderProps) {
  const [playback] = useState(() => new Playback({ link: () => linkTo(fileId), duration, element: element ?? makeElement() }))
  // The audio element is the external system: it must fall silent with the page.
  useEffect(() => playback.open(), [playback])
  return <PlaybackContext value={playback}>{children}</PlaybackContext>
}

async function linkTo(fileId: string): Promise<string> {
  const { temp_url } = await files.tempUrl({ params: { id: fileId }, query: {} })
  return temp_url
}

function makeElement(): HTMLAudioElement {
  const element = document.createElement('audio')
  element.preload = 'metadata'
  return element
}
