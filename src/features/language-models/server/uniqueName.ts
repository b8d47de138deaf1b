/** Names no model: the choice is left to the server (B§3). */
export const AUTO_MODEL = 'auto'

/** Tasks with longer names are read as if they named none. */
const MAX_LENGTH = 200

/** Returns the name, or with the first free number: `qwen3`, `qwen3-2`. */
export function uniqueName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) {
    const ending = `-${number}`
    const name = wanted.slice(0, MAX_LENGTH - ending.length) + ending
    if (!taken.includes(name)) return name
  }
}
