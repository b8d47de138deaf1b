import { createHash } from 'node:crypto'

/** Synonyms in several languages, one concept per line. A word counts as the first one of its line. */
const CONCEPTS: readonly (readonly string[])[] = [
  [
    'car',
    'cars',
    'automobile',
    'automobiles',
    'vehicle',
    'auto',
    'wagen',
    'voiture',
    'coche',
    'macchina',
    'carro',
    '车',
    '自動車',
    '자동차',
  ],
  ['doctor', 'physician', 'arzt', 'médecin', 'médico', 'medico', '医生', '医者', '의사'],
  ['salary', 'wages', 'pay', 'gehalt', 'lohn', 'salaire', 'sueldo', 'stipendio', 'salário', '工资', '給料', '급여'],
  ['holiday', 'vacation', 'urlaub', 'ferien', 'vacances', 'vacaciones', 'vacanze', 'férias', '假期', '休暇', '휴가'],
  ['house', 'home', 'building', 'haus', 'maison', 'casa', '房子', '家', '집'],
]
const conceptOf = new Map(CONCEPTS.flatMap((words) => words.map((word) => [word, words[0]!] as const)))
/** Words without meaning. */
const COMMON = new Set(
  'the and our was were has have had with that this from for are they will not der die das und ist war les des una los las'.split(
    ' ',
  ),
)
const words = new Intl.Segmenter('zh', { granularity: 'word' })

/**
 * Returns a vector with one dimension per concept or word of a text, chosen by a hash: texts are similar when they share concepts,
 * regardless of language.
 */
export function conceptVector(text: string, dimensions: number): number[] {
  const vector: number[] = Array.from({ length: dimensions }, () => 0)
  for (const { segment, isWordLike } of words.segment(text.toLowerCase())) {
    const concept = conceptOf.get(segment)
    if (!isWordLike || COMMON.has(segment) || (!concept && segment.length < 3 && /^[\p{sc=Latn}\p{N}]+$/u.test(segment))) continue
    const hash = createHash('sha256')
      .update(concept ?? segment)
      .digest()
    vector[hash.readUInt32LE(0) % dimensions]! += 1
  }
  // A text without words is not similar to any other.
  if (!vector.some((value) => value > 0)) vector[dimensions - 1] = -1
  return vector
}
