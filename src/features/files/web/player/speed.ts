import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

/** The playback speeds of the menu. */
export const SPEEDS = [0.5, 0.75, 1, 1.1, 1.2, 1.5, 1.75, 2, 2.5, 3] as const

const STORAGE_KEY = 'player_speed'

/** Returns the speed saved in this browser; 1 by default. */
export function savedSpeed(): number {
  const saved = getItem(STORAGE_KEY)
  return typeof saved === 'number' && saved >= SPEEDS[0] && saved <= 3 ? saved : 1
}

export const saveSpeed = (speed: number): void => setItem(STORAGE_KEY, speed, { lifetime: NO_EXPIRATION })
