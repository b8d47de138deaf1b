import type { Question } from '../question/readQuestion.ts'
import { type SourceRecording, type Sources, segmentsOf } from '../sources/Sources.ts'
import { bytesOf, lineBytes } from './prompts.ts'
import { rankQuotes } from './rankQuotes.ts'
import { sentencesOf } from './sentences.ts'

/** Number of segments read before and after the best sentences. */
const NEIGHBOURS = 2

/**
 * Cuts the sources to the context of a language model: keeps everything if it fits, otherwise the passages around the best
 * sentences, or the beginnings when no sentence matches.
 */
export function fitSources(sources: Sources, bytes: number, question: Question, counts: readonly number[] | null): Sources {
  const all = segmentsOf(sources)
  if (bytesOf(sources) <= bytes) return sources
  const taken = new Map<SourceRecording, Set<number>>()
  let left = bytes
  const take = (recording: SourceRecording, index: number): boolean => {
    const segment = recording.segments[index]
    if (!segment || !recording.chosen.includes(index) || taken.get(recording)?.has(index)) return true
    const cost = lineBytes({ recording, segment, index })
    if (cost > left) return false
    left -= cost
    taken.set(recording, (taken.get(recording) ?? new Set()).add(index))
    return true
  }
  const ranked = rankQuotes(question, sentencesOf(sources, question.lexicon), counts)
  const wanted = [...ranked.map(({ sentence }) => sentence), ...all]
  let passages = 0
  for (const { recording, index } of wanted) {
    if (taken.get(recording)?.has(index)) continue
    if (!take(recording, index)) break
    passages++
    for (let distance = 1; distance <= NEIGHBOURS; distance++) {
      take(recording, index + distance)
      take(recording, index - distance)
    }
  }
  const recordings = sources.recordings.flatMap((recording) => {
    const chosen = [...(taken.get(recording) ?? [])].toSorted((a, b) => a - b)
    return chosen.length === 0 ? [] : [{ ...recording, chosen }]
  })
  return { recordings, passages, isWhole: false }
}
