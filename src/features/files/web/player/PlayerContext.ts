import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Millis } from '#shared/units.ts'
import type { Playback, PlaybackState } from './Playback.ts'

export const PlaybackContext = createContext<Playback | undefined>(undefined)

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
