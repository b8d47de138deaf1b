import { NoExpiration, recall, store } from '#ui/storage.ts'

/** The playback speeds of the menu. */
export const SPEEDS = [0.5, 0.75, 1, 1.1, 1.2, 1.5, 1.75, 2, 2.5, 3] as const

const KEPT_AS = 'player_speed'

/** Returns the speed saved in this browser; 1 by default. */
export function chosenSpeed(): number {
  const kept = recall(KEPT_AS)
  return typeof kept === 'number' && kept >= SPEEDS[0] && kept <= 3 ? kept : 1
}

export const keepSpeed = (speed: number): void => store(KEPT_AS, speed, { lifetime: NoExpiration })
