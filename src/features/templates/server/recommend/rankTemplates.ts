import { foldText } from '#shared/normalizeText.ts'
import type { SummaryCategory } from '#features/notes/contract.ts'
import type { CategoryId, RecommendReason } from '../../contract.ts'

/** What is known about a recording. */
export type RecordingTraits = {
  readonly speakers: number
  /** Share of sentences that are questions, 0 to 1. */
  readonly questionShare: number
  readonly minutes: number
  /** The category of the summary; null before there is one. */
  readonly category: SummaryCategory | null
  /** What was said, folded, with a space at both ends. */
  readonly text: string
}
export type Candidate = { readonly id: string; readonly category: string; readonly keywords: readonly string[] }
export type Ranked<T extends Candidate> = {
  readonly candidate: T
  readonly score: number
  readonly words: number
  readonly word: string
}

/** From this share of questions a recording counts as one with many questions. */
const MANY_QUESTIONS = 0.15
const MEMO_MINUTES = 5
const LONG_MINUTES = 30
/** Different keywords say more than one that is repeated, and in a long recording a few are always said. */
const PER_KEYWORD = 3
const MAX_KEYWORDS = 4
const MAX_REPEATED = 2

/** The categories of templates that fit each category of summaries. */
const CATEGORIES_OF_SUMMARY: Partial<Record<SummaryCategory, readonly CategoryId[]>> = {
  meeting: ['cat_meeting'],
  standup: ['cat_meeting', 'cat_it_engineering'],
  interview: ['cat_interview'],
  sales: ['cat_sales'],
  lecture: ['cat_education'],
  hearing: ['cat_legal'],
  research: ['cat_interview', 'cat_consulting'],
  design: ['cat_it_engineering'],
  call: ['cat_call'],
  conversation: ['cat_general'],
  memo: ['cat_general'],
}

/** Returns the candidates with their scores, the best first. Candidates with equal scores keep their order. */
export function rankTemplates<T extends Candidate>(traits: RecordingTraits, candidates: readonly T[]): Ranked<T>[] {
  const byCategory = scoreCategories(traits)
  const ranked = candidates.map((candidate) => {
    const counts = candidate.keywords.map((word) => ({ word, count: countWord(traits.text, word) }))
    const found = counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
    const repeated = found.reduce((sum, { count }) => sum + count - 1, 0)
    return {
      candidate,
      score:
        (byCategory.get(candidate.category) ?? 0) +
        PER_KEYWORD * Math.min(found.length, MAX_KEYWORDS) +
        Math.min(repeated, MAX_REPEATED),
      words: found.length,
      word: found[0]?.word ?? '',
    }
  })
  return ranked.toSorted((a, b) => b.score - a.score)
}

/** Returns how well each category fits what the recording is, without its words. */
function scoreCategories({ speakers, questionShare, minutes, category }: RecordingTraits): Map<string, number> {
  const scores = new Map<string, number>()
  const add = (ids: readonly CategoryId[], score: number) => {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + score)
  }
  if (category) add(CATEGORIES_OF_SUMMARY[category] ?? [], 6)
  if (speakers === 1) add(minutes <= MEMO_MINUTES ? ['cat_general'] : ['cat_speech', 'cat_education'], 3)
  if (speakers === 2) add(questionShare >= MANY_QUESTIONS ? ['cat_interview'] : ['cat_call'], 3)
  if (speakers > 2) add(['cat_meeting'], 3)
  if (speakers > 2 && questionShare >= MANY_QUESTIONS) add(['cat_interview'], 1)
  if (speakers === 1 && minutes >= LONG_MINUTES) add(['cat_education'], 1)
  return scores
}

/** Counts a word or phrase in a folded text. Words of languages with spaces count from their beginning: `meeting` in `meetings`. */
function countWord(text: string, keyword: string): number {
  const folded = foldSpeech([keyword]).trim()
  if (folded === '') return 0
  const hasSpaces = !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(folded)
  return text.split(hasSpaces ? ` ${folded}` : folded).length - 1
}

/** Returns what the recording is, for people: only what is remarkable. */
export function reasonsOf(
  traits: RecordingTraits,
  best: Pick<Ranked<Candidate>, 'words' | 'word'> | undefined,
): RecommendReason[] {
  const { speakers, questionShare, minutes, category } = traits
  return [
    ...(speakers > 0 ? [{ code: 'speakers' as const, value: speakers, text: '' }] : []),
    ...(questionShare >= MANY_QUESTIONS
      ? [{ code: 'questions' as const, value: Math.round(questionShare * 100), text: '' }]
      : []),
    ...(minutes <= MEMO_MINUTES || minutes >= LONG_MINUTES
      ? [{ code: 'length' as const, value: Math.round(minutes), text: '' }]
      : []),
    ...(category && category !== 'other' ? [{ code: 'category' as const, value: 0, text: category }] : []),
    ...(best && best.words > 0 ? [{ code: 'words' as const, value: best.words, text: best.word }] : []),
  ]
}

/** Folds what was said for `rankTemplates`: letters and digits with single spaces between them. */
export const foldSpeech = (contents: readonly string[]): string =>
  ` ${contents
    .map((content) =>
      foldText(content)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .join(' ')} `

/** Returns the share of sentences that are questions. */
export function shareOfQuestions(contents: readonly string[]): number {
  let [questions, sentences] = [0, 0]
  for (const content of contents) {
    questions += content.match(/[?？]+/g)?.length ?? 0
    sentences += content.match(/[.!?。！？]+/g)?.length ?? 0
  }
  return sentences === 0 ? 0 : Math.min(1, questions / sentences)
}
