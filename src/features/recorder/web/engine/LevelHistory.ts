import type { Millis } from '#shared/units.ts'

/** Number of bars kept at most, whatever the length of the recording. */
const MAX_BARS = 600
/** Duration of one bar at the start of a recording. */
const FIRST_BAR: Millis = 125

/**
 * The level of a whole recording as a bounded number of bars: when they are full, every two become one. A bar is the loudest level
 * of its time, from 0 to 1.
 */
export class LevelHistory {
  #bars: number[] = []
  #barDuration = FIRST_BAR

  /** The bars so far, oldest first. */
  get bars(): readonly number[] {
    return this.#bars
  }

  /** The duration of one bar. */
  get barDuration(): Millis {
    return this.#barDuration
  }

  /** Adds a level at a position of the recording. Time without levels has bars of 0. */
  add(position: Millis, level: number): void {
    while (position >= MAX_BARS * this.#barDuration) this.#halve()
    const index = Math.max(0, Math.floor(position / this.#barDuration))
    while (this.#bars.length <= index) this.#bars.push(0)
    this.#bars[index] = Math.max(this.#bars[index] ?? 0, level)
  }

  #halve(): void {
    this.#barDuration *= 2
    this.#bars = this.#bars.flatMap((level, index) => (index % 2 === 0 ? [Math.max(level, this.#bars[index + 1] ?? 0)] : []))
  }
}
