import { NoExpiration, recall, store } from '#ui/storage.ts'

/** How fast a recording may be played, as the menu offers it: 0.5 to 3. */
export const SPEEDS = [0.5, 0.75, 1, 1.1, 1.2, 1.5, 1.75, 2, 2.5, 3] as const

const KEPT_AS = 'player_speed'

/** The speed chosen last in this browser; 1 when nobody chose. */
export function chosenSpeed(): number {
  const kept = recall(KEPT_AS)
  return typeof kept === 'number' && kept >= SPEEDS[0] && kept <= 3 ? kept : 1
}

export const keepSpeed = (speed: number): void => store(KEPT_AS, speed, { lifetime: NoExpiration })
