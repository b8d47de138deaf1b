import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Millis } from '#shared/units.ts'
import { files } from '../sync/queries.ts'
import { Playback } from './Playback.ts'
import type { AudioElement } from './Playback.ts'
import { PlaybackContext } from './usePlayer.ts'

export type PlayerProviderProps = {
  fileId: string
  /** The duration known to the library. */
  duration: Millis
  /** The audio element; a page has one. */
  element?: AudioElement
  children: ReactNode
}

/** Provides the player of a page. Pass the id of the recording as `key`, because each recording needs its own player. */
export function PlayerProvider({ fileId, duration, element, children }: PlayerProviderProps) {
  const [audio] = useState(() => element ?? createAudio())
  const [playback] = useState(() => new Playback({ link: () => fetchLink(fileId), duration, element: audio }))
  // The audio element is the external system: it must stop with the page, and some browsers only play elements in the document.
  useEffect(() => {
    if (audio instanceof Node) document.body.append(audio)
    const close = playback.open()
    return () => {
      close()
      if (audio instanceof HTMLElement) audio.remove()
    }
  }, [playback, audio])
  return <PlaybackContext value={playback}>{children}</PlaybackContext>
}

async function fetchLink(fileId: string): Promise<string> {
  const { temp_url } = await files.tempUrl({ params: { id: fileId }, query: {} })
  return temp_url
}

function createAudio(): HTMLAudioElement {
  const element = document.createElement('audio')
  element.preload = 'metadata'
  return element
}
