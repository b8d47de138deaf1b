import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Millis } from '#kit/units.ts'
import type { Playback, PlaybackState } from './Playback.ts'

export const PlaybackContext = createContext<Playback | undefined>(undefined)

/** The player of this page: `play`, `pause`, `seek`, `playFrom` … Only inside a PlayerProvider. */
export function usePlayer(): Playback {
  const playback = useContext(PlaybackContext)
  if (!playback) throw new Error('there is no PlayerProvider around this')
  return playback
}

/** A part of the player's state; renders again when that part changes. */
export function usePlayerState<T>(select: (state: PlaybackState) => T): T {
  const playback = usePlayer()
  return useSyncExternalStore(playback.watch, () => select(playback.state()))
}

/**
 * Something that follows from the time played, such as the index of a word. The time itself changes with every frame: `select`
 * must be quick and give a value that seldom changes, since the component renders when it does.
 */
export function usePlayedTime<T extends string | number | boolean | undefined>(select: (time: Millis) => T): T {
  const playback = usePlayer()
  return useSyncExternalStore(playback.watchTime, () => select(playback.time()))
}
