import { takesOnTask } from '../extractive/findOwner.ts'
import { lettersOf } from '../title.ts'
import type { Clause } from './negation.ts'
import { compiledRulesOf } from './readFacts.ts'

const UNSPACED_CHARACTERS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー`
const UNSPACED = new RegExp(`[${UNSPACED_CHARACTERS}]`, 'u')
const UNSPACED_RUN = new RegExp(`[${UNSPACED_CHARACTERS}]+`, 'gu')

/** Finds the speakers of a recording in texts, by their full names or by parts that are unique among the speakers. */
export type SpeakerNames = { readonly findIn: (text: string) => ReadonlySet<string> }

export function createSpeakerNames(speakers: readonly string[]): SpeakerNames {
  const owners = new Map<string, Set<string>>()
  for (const speaker of speakers)
    for (const part of partsOf(speaker)) owners.set(part, (owners.get(part) ?? new Set()).add(speaker))
  const lengths = new Set([...owners.keys()].filter((part) => UNSPACED.test(part)).map((part) => part.length))
  const ownersOf = (word: string) => [...(owners.get(word) ?? [])]
  return {
    findIn: (text) => {
      const found = new Set<string>()
      for (const word of nameWords(text)) for (const owner of ownersOf(word)) found.add(owner)
      // In scripts without spaces, a name can begin anywhere.
      for (const [run] of lengths.size === 0 ? [] : text.matchAll(UNSPACED_RUN))
        for (const length of lengths)
          for (let at = 0; at + length <= run.length; at++)
            for (const owner of ownersOf(run.slice(at, at + length))) found.add(owner)
      return found
    },
  }
}

/** A part of a name has at least two letters. A name with a number, such as "Speaker 2", is only found as a whole. */
function partsOf(speaker: string): string[] {
  if (/\d/.test(speaker)) return [speaker.toLowerCase()]
  const parts = speaker.split(/[\s・]+/u).filter((part) => [...part].length > 1 && !part.endsWith('.'))
  if (!UNSPACED.test(speaker)) return parts.map(lettersOf)
  // Chinese and Korean names have one syllable before the given name; Japanese people are addressed by family name.
  const given = parts.length === 1 && [...speaker].length === 3 ? [[...speaker].slice(1).join('')] : []
  return [...parts, ...given]
}

/** Yields the words that can be names, in lower case: capitalized ones, those in a script without capitals, and "Speaker 2". */
function* nameWords(text: string): Generator<string> {
  for (const [word, name = ''] of text.matchAll(/([\p{Lu}\p{Lo}][\p{L}\p{M}'’-]*)(?: \d+)?/gu)) {
    if (word !== name) yield word.toLowerCase()
    yield lettersOf(name)
    const [stem = ''] = name.split(/['’-]/u)
    if (stem !== name) yield lettersOf(stem)
  }
}

type Passage = {
  readonly clauses: readonly Clause[]
  readonly speakers: readonly string[]
  /** The speakers named in the passage. */
  readonly named: ReadonlySet<string>
  /** The speakers just before and after the passage. */
  readonly neighbours: readonly string[]
  readonly language: string
}

/**
 * Returns whether a speaker can be the owner of a task: the person who takes it on, is named, or is asked and speaks just before or
 * after.
 */
export function canOwn(owner: string, { clauses, speakers, named, neighbours, language }: Passage): boolean {
  const { firstPerson, request } = compiledRulesOf(language).rules
  const isSpeaking = speakers.includes(owner)
  const texts = clauses.map(({ text }) => text)
  const takesOn = texts.some((text) => takesOnTask(text, language) || firstPerson?.test(text))
  const asks = texts.some((text) => request.test(text))
  if (named.has(owner)) return !isSpeaking || !asks || takesOn
  if (isSpeaking) return takesOn || (!asks && named.size === 0)
  return asks && !takesOn && neighbours.includes(owner)
}
