import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Millis } from '#kit/units.ts'
import { files } from '../queries.ts'
import { Playback } from './Playback.ts'
import type { SoundElement } from './Playback.ts'
import { PlaybackContext } from './usePlayer.ts'

export type PlayerProviderProps = {
  fileId: string
  /** The duration known to the library. */
  duration: Millis
  /** The audio element; a page has one. */
  element?: SoundElement
  children: ReactNode
}

/** Provides the player of a page. Pass the id of the recording as `key`, because each recording needs its own player. */
export function PlayerProvider({ fileId, duration, element, children }: PlayerProviderProps) {
  const [sound] = useState(() => element ?? makeElement())
  const [playback] = useState(() => new Playback({ link: () => linkTo(fileId), duration, element: sound }))
  // The audio element is the external system: it must stop with the page, and some browsers only play elements in the document.
  useEffect(() => {
    if (sound instanceof Node) document.body.append(sound)
    const close = playback.open()
    return () => {
      close()
      if (sound instanceof HTMLElement) sound.remove()
    }
  }, [playback, sound])
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
