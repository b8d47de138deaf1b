/** Leaves the choice of the model to the server (B§3). */
export const AUTO_MODEL = 'auto'

/** Longer names in tasks are treated as absent. */
const MAX_LENGTH = 200

/** Returns the name, with the first free number if it is taken: `qwen3`, `qwen3-2`. */
export function uniqueName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) {
    const ending = `-${number}`
    const name = wanted.slice(0, MAX_LENGTH - ending.length) + ending
    if (!taken.includes(name)) return name
  }
}
