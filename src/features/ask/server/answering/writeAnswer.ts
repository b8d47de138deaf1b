import { contentWordsOf, smallerWindow, toPlainText } from '#features/notes/server.ts'
import type { Llm } from '#platform/llm/llm.ts'
import type { Question } from '../question/readQuestion.ts'
import type { Sources } from '../sources/Sources.ts'
import type { Sentence, Written } from './Answer.ts'
import { createCiter } from './citeSentence.ts'
import { answerSchema, type EarlierAnswer, sizeOf, toPrompt, toSentences } from './prompts.ts'

export type WriteOptions = {
  readonly earlier: readonly EarlierAnswer[]
  /** Cuts the sources to this size in bytes. */
  readonly fit: (sources: Sources, bytes: number) => Promise<Sources>
  readonly signal: AbortSignal
  /** Called once the sources are known, and after each sentence. */
  readonly onProgress: (sources: Sources, sentences: readonly Sentence[]) => void
}

/**
 * Answers a question with a language model. Each sentence is checked as it arrives and dropped if the lines it cites do not support
 * it. If the context of the model turns out to be shorter than expected, it gets fewer passages. Rejects with LlmError.
 */
export async function writeAnswer(
  llm: Llm,
  question: Question,
  sources: Sources,
  options: WriteOptions,
): Promise<Written & { readonly sources: Sources }> {
  try {
    return await write(llm, question, sources, options)
  } catch (error) {
    const contextTokens = smallerWindow(llm, error)
    if (contextTokens === null) throw error
    return await writeAnswer({ ...llm, contextTokens }, question, sources, options)
  }
}

async function write(llm: Llm, question: Question, all: Sources, { earlier, fit, signal, onProgress }: WriteOptions) {
  const { bytes, answerTokens } = sizeOf(llm.contextTokens, { question: question.text, earlier })
  const sources = await fit(all, bytes)
  const prompt = toPrompt({ question: question.text, language: question.language, earlier, sources })
  const lines = new Map([...prompt.lines].map(([number, { segment }]) => [number, segment.text]))
  if (lines.size === 0) return { sentences: [], missing: '', leftOut: 0, sources }
  const cite = createCiter(sources, question.language)
  const check = (items: ReturnType<typeof toSentences>) =>
    withoutRepeats(
      items.flatMap(
        ({ text, rests_on }) =>
          cite(
            text,
            rests_on.flatMap((number) => prompt.lines.get(number) ?? []),
          ) ?? [],
      ),
    )
  onProgress(sources, [])
  const { value } = await llm.generate({
    purpose: 'answer',
    instructions: prompt.instructions,
    prompt: prompt.text,
    schema: answerSchema(lines),
    maxOutputTokens: answerTokens,
    signal,
    onItems: { key: 'sentences', report: (items) => onProgress(sources, check(toSentences(items, lines))) },
  })
  const sentences = check(value.sentences)
  return {
    sentences,
    missing: toMissing(value.missing, question, sentences),
    leftOut: value.sentences.length - sentences.length,
    sources,
  }
}

const MAX_MISSING = 160
const OWN_SHARE = 0.6

/**
 * Returns what is missing according to the model, if it says so in words of the question. Anything else cannot be checked, and a
 * transcript could make the model say anything.
 */
function toMissing(text: string, { text: question, language }: Question, sentences: readonly Sentence[]): string | null {
  const plain = toPlainText(text).slice(0, MAX_MISSING)
  const words = contentWordsOf(plain, language)
  const asked = contentWordsOf(question, language)
  const own = [...words].filter((word) => asked.has(word)).length
  if (words.size > 0 && own >= words.size * OWN_SHARE) return plain.replace(/[.。]$/u, '')
  return sentences.length === 0 ? '' : null
}

function withoutRepeats(sentences: readonly Sentence[]): Sentence[] {
  const seen = new Set<string>()
  return sentences.filter(({ text }) => {
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}
