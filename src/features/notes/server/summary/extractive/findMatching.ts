import type { TemplateSection } from '../template.ts'
import type { Sentence } from './extractSentences.ts'
import { PHRASE_BREAK } from './lexicon.ts'
import type { Reading } from './readTranscript.ts'

const MAX_LINES = 5
const HEADING_WEIGHT = 3
/** A sentence matches with one word of the heading, or two of the instruction. */
const MIN_SCORE = 2

/** Words of instructions about how to write rather than about content, in lower case. */
const WRITING_WORDS = new Set(
  (
    'list lists write describe mention include section summary summarize summarise transcript recording recorded speaker speakers sentence sentences paragraph ' +
    'paragraphs bullet bullets short brief briefly line lines detail details text meeting conversation said stated exact words name names date dates note notes ' +
    'liste schreibe nenne beschreibe abschnitt kurz satz sätze aufnahme gespräch punkte stichpunkte escribe enumera describe breve frase frases grabación reunión ' +
    'écris énumère décris phrase phrases enregistrement réunion bref scrivi elenca descrivi registrazione riunione escreve lista descreve gravação reunião ' +
    'leave left out open nobody anyone weglassen auslassen lassen offen niemand omettre laisser ouvert personne omitir omite dejar nadie abierto omettere ometti ' +
    'nessuno aperto ninguém aberto deixar 省略 略す 생략'
  ).split(' '),
)

/** Returns the sentences that best match the heading and instruction of a section, in the order of the recording. */
export function findMatching(section: TemplateSection, reading: Reading, used: ReadonlySet<Sentence>): Sentence[] {
  const { sentences, weights } = reading
  const wanted = new Map<string, number>()
  for (const term of termsOf(section.instruction, reading)) wanted.set(term, 1)
  for (const term of termsOf(section.heading, reading)) wanted.set(term, HEADING_WEIGHT)
  if (wanted.size === 0) return []
  return sentences
    .flatMap((sentence, index) => {
      if (used.has(sentence) || sentence.length < 4 || sentence.length > 60) return []
      const matched = [...sentence.terms.keys()].filter((term) => wanted.has(term))
      const score = matched.reduce((sum, term) => sum + (wanted.get(term) ?? 0), 0)
      const relevance = matched.reduce((sum, term) => sum + (wanted.get(term) ?? 0) * weights.rarity(term), 0)
      return score >= MIN_SCORE ? [{ sentence, index, relevance }] : []
    })
    .sort((a, b) => b.relevance - a.relevance || a.index - b.index)
    .slice(0, MAX_LINES)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}

const termsOf = (text: string, { lexicon }: Reading): string[] =>
  lexicon
    .tokenize(text)
    .filter((word) => word !== PHRASE_BREAK && !WRITING_WORDS.has(word.toLowerCase()))
    .flatMap((word) => lexicon.getTerm(word) ?? [])
