import { contentWordsOf, summarizeWithLlm, type Point, type SpokenSegment } from '#features/notes/server.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { LlmError, type Llm } from '#platform/llm/llm.ts'
import { createOpenLlm } from '#platform/llm/openLlm.ts'
import type { LlmServer } from '#platform/llm/servers/LlmServer.ts'
import { readContextTokens } from '#platform/llm/servers/listModels.ts'
import type { Meeting } from './meetings.ts'
import { computeRouge, wordsOf } from './rouge.ts'

/** Responses of a model: number of calls, parsed directly, parsed after the repair, and failed by kind. */
type Tally = { calls: number; repaired: number; outputTokens: number; readonly failures: string[] }

/**
 * Measures the summaries written by a language model: ROUGE, the fraction of lines supported by their passages (as marked on the
 * page), the fraction whose content words all occur there, coverage, and how many responses had the requested form. There are no
 * goals, because the results depend on the model.
 */
export async function measureLanguageModel(server: LlmServer, meetings: readonly Meeting[]): Promise<void> {
  const contextTokens = server.contextTokens ?? (await readContextTokens(server))
  console.log(`  ${server.model}, which reads ${contextTokens ?? 'an unknown number of'} tokens`)
  console.log(
    '  meeting               R1    R2    RL   lines  marked supported  all words said  coverage  calls  repaired  seconds',
  )
  const total: Tally = { calls: 0, repaired: 0, outputTokens: 0, failures: [] }
  for (const meeting of meetings) await measureMeeting({ ...server, contextTokens }, meeting, total)
  const failed = total.failures.length === 0 ? 'none' : total.failures.join(', ')
  const once = total.calls - total.repaired - total.failures.length
  console.log(
    `  ${total.calls} answers: ${once} in the requested form at once, ${total.repaired} after the repair; failed: ${failed}`,
  )
}

async function measureMeeting(server: LlmServer, meeting: Meeting, total: Tally): Promise<void> {
  const { segments, language, reference, name } = meeting
  const tally: Tally = { calls: 0, repaired: 0, outputTokens: 0, failures: [] }
  const llm = countAnswers(server, tally)
  const start = systemClock.now().getTime()
  const summary = await summarizeWithLlm(llm, segments, { language, signal: new AbortController().signal }).catch(
    (error: unknown) => {
      if (!(error instanceof LlmError)) throw error
      return null
    },
  )
  const elapsed = Math.round((systemClock.now().getTime() - start) / 1000)
  const points = summary?.sections.flatMap((section) => section.points) ?? []
  const written = points.map(({ text }) => text).join(' ')
  const budget = Math.min(105, wordsOf(reference).length)
  const rouge = computeRouge(wordsOf(written).slice(0, budget).join(' '), reference)
  const supported = shareOf(points, (point) => point.supported)
  const said = shareOf(points, (point) => isSaid(point, segments, language))
  const values = [rouge.one, rouge.two, rouge.l].map((value) => percent(value).padStart(6)).join('')
  const coverage = summary ? percent(summary.coverage.share) : '-'
  console.log(
    `  ${name.padEnd(18)} ${values}  ${String(points.length).padStart(5)}  ${supported.padStart(16)}  ${said.padStart(14)}  ${coverage.padStart(8)}  ${String(tally.calls).padStart(5)}  ${String(tally.repaired).padStart(8)}  ${String(elapsed).padStart(7)}`,
  )
  total.calls += tally.calls
  total.repaired += tally.repaired
  total.failures.push(...tally.failures)
}

/** Wraps the model and counts, from its log, responses that could not be parsed and were requested again. */
function countAnswers(server: LlmServer, tally: Tally): Llm {
  let isRepairing = false
  const log = { debug: () => {}, warn: () => void (isRepairing = true) }
  const llm = createOpenLlm(log)(server)
  return {
    ...llm,
    generate: async (request) => {
      isRepairing = false
      tally.calls++
      try {
        const answer = await llm.generate(request)
        if (isRepairing) tally.repaired++
        return answer
      } catch (error) {
        tally.failures.push(`${request.purpose} ${error instanceof LlmError ? error.kind : String(error)}`)
        throw error
      }
    },
  }
}

function isSaid({ text, segments: cited }: Point, segments: readonly SpokenSegment[], language: string): boolean {
  const passages = segments.filter(({ id }) => cited.includes(id)).map((segment) => segment.text)
  const said = contentWordsOf(passages.join(' '), language)
  return [...contentWordsOf(text, language)].every((word) => said.has(word))
}

const shareOf = (points: readonly Point[], test: (point: Point) => boolean): string =>
  points.length === 0 ? '-' : percent(points.filter(test).length / points.length)
const percent = (share: number): string => (share * 100).toFixed(1)
