/** Replaces the names of speakers by numbers. */
export type NameHider = {
  /** Returns how a speaker is called. */
  speaker: (name: string) => string
  /** Returns a text in which no speaker is named. */
  text: (text: string) => string
}

/** Returns a hider that changes nothing. */
export const KEEPS_NAMES: NameHider = { speaker: (name) => name, text: (text) => text }

/** Titles are not names: a text that says "Dr." is no name. */
const TITLE = /^(dr|prof|mr|mrs|ms|miss|sir|herr|frau|mme|mlle|sr|sra|srta|dott|sig|ing|jr)\.?$/i
/** A name that the machine gave, such as "Speaker 1", in any language. */
const NUMBERED = /^\S+ \d+$/u
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/**
 * Returns a hider for these speakers, numbered in the order in which they first speak. A full name is found whatever its case, a
 * part of it, such as a first name, as it is written. All are replaced in one pass, so that a number is never replaced again.
 */
export function createNameHider(speakers: readonly string[], numbered: (n: number) => string): NameHider {
  const names = [...new Set(speakers.filter((name) => name.trim() !== ''))]
  const labels = new Map(names.map((name, index) => [name, numbered(index + 1)]))
  const fullNames = new Map(names.map((name) => [toKey(name), labels.get(name) ?? '']))
  const parts = new Map<string, string>()
  for (const name of names)
    for (const part of NUMBERED.test(name) ? [] : name.split(/[\s,()]+/u))
      if (isNamePart(part) && !parts.has(part)) parts.set(part, labels.get(name) ?? '')
  const patterns = [...names, ...parts.keys()].toSorted((a, b) => b.length - a.length).map(toPattern)
  const anyName = patterns.length > 0 ? new RegExp(patterns.join('|'), 'giu') : null
  const replace = (found: string) => fullNames.get(toKey(found)) ?? parts.get(found) ?? found
  return {
    speaker: (name) => labels.get(name) ?? '',
    text: (text) => (anyName ? text.replaceAll(anyName, replace) : text),
  }
}

const toKey = (name: string): string => name.replaceAll(/\s+/g, ' ').toLowerCase()

const isNamePart = (part: string): boolean =>
  !TITLE.test(part) && (WITHOUT_SPACES.test(part) ? part.length >= 2 : part.length >= 3 && /^\p{Lu}/u.test(part))

const toPattern = (name: string): string => {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
  return WITHOUT_SPACES.test(name) ? escaped : String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`
}
