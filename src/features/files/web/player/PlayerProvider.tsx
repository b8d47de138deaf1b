import { useEffect, useState, createContext, useContext, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { Millis } from '#shared/units.ts'
import { files } from '../filesClient.ts'
import { Playback } from './Playback.ts'
import type { AudioElement, PlaybackState } from './Playback.ts'

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

const PlaybackContext = createContext<Playback | undefined>(undefined)

/** Returns the player of the page. Throws outside a PlayerProvider. */
export function usePlayer(): Playback {
  const playback = useContext(PlaybackContext)
  if (!playback) throw new Error('there is no PlayerProvider around this')
  return playback
}

/** Returns a part of the player state; the component renders when it changes. */
export function usePlayerState<T>(select: (state: PlaybackState) => T): T {
  const playback = usePlayer()
  return useSyncExternalStore(playback.subscribe, () => select(playback.state()))
}

/**
 * Returns a value derived from the playback time, such as the index of a word. The time changes with every frame, so `select`
 * must be fast and its value must change rarely: the component renders when it does.
 */
export function usePlayedTime<T extends string | number | boolean | undefined>(select: (time: Millis) => T): T {
  const playback = usePlayer()
  return useSyncExternalStore(playback.subscribeTime, () => select(playback.time()))
}
