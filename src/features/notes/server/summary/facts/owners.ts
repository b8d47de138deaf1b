import { takesOnTask } from '../extractive/findOwner.ts'
import { lettersOf } from '../title.ts'
import type { Clause } from './negation.ts'
import { compiledRulesOf } from './readFacts.ts'

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** Finds the speakers of a recording in texts, by their names or by a part of them that no other speaker has. */
export type SpeakerNames = { readonly findIn: (text: string) => ReadonlySet<string> }

export function createSpeakerNames(speakers: readonly string[]): SpeakerNames {
  const owners = new Map<string, Set<string>>()
  for (const speaker of speakers)
    for (const part of partsOf(speaker)) owners.set(part, (owners.get(part) ?? new Set()).add(speaker))
  const unspaced = [...owners.keys()].filter((part) => UNSPACED.test(part))
  return {
    findIn: (text) => {
      const words = capitalWords(text)
      const found = [...words].flatMap((word) => [...(owners.get(word) ?? [])])
      const inside = unspaced.filter((part) => text.includes(part)).flatMap((part) => [...(owners.get(part) ?? [])])
      const whole = speakers.filter((speaker) => speaker.length > 1 && text.includes(speaker))
      return new Set([...found, ...inside, ...whole])
    },
  }
}

/** A part of a name has two letters at least and no digits, so that "Speaker 2" is only found as a whole. */
function partsOf(speaker: string): string[] {
  if (/\d/.test(speaker)) return []
  const parts = speaker.split(/[\s・]+/u).filter((part) => [...part].length > 1 && !part.endsWith('.'))
  if (!UNSPACED.test(speaker)) return parts.map(lettersOf)
  // Chinese and Korean names have one syllable before the given name; Japanese names are said with the family name.
  const given = parts.length === 1 && [...speaker].length === 3 ? [[...speaker].slice(1).join('')] : []
  return [...parts, ...given]
}

/** Returns the words that can be names: those with a capital letter, and all of a script without. */
function capitalWords(text: string): ReadonlySet<string> {
  const words = text.match(/[\p{Lu}\p{Lo}][\p{L}\p{M}'’-]*/gu) ?? []
  return new Set(words.flatMap((word) => [lettersOf(word), lettersOf(word.replace(/['’]s?$|['’-].*$/u, ''))]))
}

type Passage = {
  readonly clauses: readonly Clause[]
  readonly speakers: readonly string[]
  /** The speakers named in what was said. */
  readonly named: ReadonlySet<string>
  /** Who speaks just before and after. */
  readonly neighbours: readonly string[]
  readonly language: string
}

/**
 * Returns whether a speaker can be the owner of a task by what was said: the one who takes it on, one who is named, or one who is
 * asked and speaks just before or after.
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
