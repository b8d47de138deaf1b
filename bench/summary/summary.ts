import {
  contentWordsOf,
  quoteKeySentences,
  summarizeExtractively,
  type Point,
  type SpokenSegment,
} from '#features/notes/server.ts'
import { readConfig } from '#platform/config/config.ts'
import { environment } from '#platform/config/environment.ts'
import { measureLanguageModel } from './languageModel.ts'
import { joinMeetings, readMeetings, type Meeting } from './meetings.ts'
import { computeRouge, wordsOf, type Rouge } from './rouge.ts'

/** The results of the first release, with the same method on another set of meetings (docs/decisions/0070-overview.md). */
const GOAL: Rouge = { one: 0.293, two: 0.051, l: 0.16 }
const SUPPORTED_GOAL = 0.95
const LONG_WORDS = 100_000
const LONG_GOAL_SECONDS = 8

/**
 * Measures summaries made without a language model: ROUGE against summaries written by us, the fraction of displayed lines whose
 * passages contain their content words, coverage, where chapters begin in a day of meetings, and the time for 100,000 words. With
 * LLM_BASE_URL and LLM_MODEL it measures that model instead, on the conversations in BENCH_MEETINGS or on all of them.
 */
export async function run(): Promise<void> {
  const all = await readMeetings()
  const names = environment()['BENCH_MEETINGS']?.split(',')
  const meetings = names ? all.filter(({ name }) => names.includes(name)) : all
  const { server } = readConfig(environment()).llm
  if (server) return await measureLanguageModel(server, meetings)
  const rows = meetings.map(measure)
  console.log('  meeting              words   lead R1   R1    R2    RL   lines  supported  coverage')
  for (const { meeting, words, lead, rouge, lines, supported, coverage } of rows) {
    const values = [percent(lead.one), percent(rouge.one), percent(rouge.two), percent(rouge.l)].map((text) => text.padStart(6))
    console.log(
      `  ${meeting.name.padEnd(20)} ${String(words).padStart(5)}  ${values.join('')}  ${String(lines).padStart(5)}  ${percent(supported).padStart(8)}  ${percent(coverage).padStart(8)}`,
    )
  }
  const mean = (read: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + read(row), 0) / rows.length
  const rouge: Rouge = { one: mean((row) => row.rouge.one), two: mean((row) => row.rouge.two), l: mean((row) => row.rouge.l) }
  const supported = rows.reduce((sum, row) => sum + row.supported * row.lines, 0) / rows.reduce((sum, row) => sum + row.lines, 0)
  const coverage = mean((row) => row.coverage)
  report(`ROUGE-1/2/L ${[rouge.one, rouge.two, rouge.l].map(percent).join(' / ')} (goal 29.3 / 5.1 / 16.0)`, isReached(rouge))
  report(`supported share ${percent(supported)} (goal 95)`, supported >= SUPPORTED_GOAL)
  report(`coverage ${percent(coverage)} (goal 100)`, coverage === 1)
  measureChapters(meetings.filter(({ language }) => language === 'en'))
  measureLong(meetings.filter(({ language }) => language === 'en'))
}

const isReached = ({ one, two, l }: Rouge): boolean => one >= GOAL.one && two >= GOAL.two && l >= GOAL.l

function measure(meeting: Meeting) {
  const { segments, language, reference } = meeting
  const budget = Math.min(105, wordsOf(reference).length)
  const summary = summarizeExtractively(segments, { language })
  const shown = summary.sections.flatMap(({ points }) => points)
  const supported = shown.filter((point) => isSupported(point, segments, language)).length / Math.max(1, shown.length)
  return {
    meeting,
    words: segments.reduce((sum, { text }) => sum + wordsOf(text).length, 0),
    lead: computeRouge(firstWords(segments.map(({ text }) => text).join(' '), budget), reference),
    rouge: computeRouge(keySentencesOf(meeting, budget), reference),
    lines: shown.length,
    supported,
    coverage: summary.coverage.share,
  }
}

/** Returns key sentences up to the length of the reference. */
function keySentencesOf({ segments, language }: Meeting, budget: number): string {
  const textOf = (count: number) => quoteKeySentences(segments, language, count).join(' ')
  let count = 1
  while (count < 16 && wordsOf(textOf(count)).length < budget) count++
  return textOf(count)
}

/** Returns true when all content words of a line occur in the segments it cites. */
function isSupported({ text, segments: cited }: Point, segments: readonly SpokenSegment[], language: string): boolean {
  const passages = segments.filter(({ id }) => cited.includes(id)).map((segment) => segment.text)
  const said = contentWordsOf(passages.join(' '), language)
  return [...contentWordsOf(text, language)].every((word) => said.has(word))
}

/** Measures how many chapters of a day of meetings begin within 20 seconds of a meeting. There are fewer chapters than meetings. */
function measureChapters(meetings: readonly Meeting[]): void {
  const { segments, starts } = joinMeetings(meetings)
  const { chapters } = summarizeExtractively(segments, { language: 'en' })
  const right = chapters.filter(({ start_time: start }) => starts.some((time) => Math.abs(time - start) <= 20_000)).length
  report(`chapters: ${right} of ${chapters.length} begin with a new meeting (goal all but one)`, right >= chapters.length - 1)
  for (const { start_time: start, title } of chapters) console.log(`    ${(start / 60_000).toFixed(1).padStart(5)} min  ${title}`)
}

function measureLong(meetings: readonly Meeting[]): void {
  const day = joinMeetings(meetings).segments
  const words = day.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  const copies = Array.from({ length: Math.ceil(LONG_WORDS / words) }, (_, copy) => ({
    name: `copy ${copy}`,
    language: 'en',
    reference: '',
    segments: day.map((segment) => ({ ...segment, id: `${copy}-${segment.id}` })),
  }))
  const { segments } = joinMeetings(copies)
  const start = process.cpuUsage()
  const { coverage } = summarizeExtractively(segments, { language: 'en' })
  const { user, system } = process.cpuUsage(start)
  const elapsed = (user + system) / 1_000_000
  report(
    `${words * copies.length} words: ${elapsed.toFixed(1)} s of the processor, coverage ${percent(coverage.share)} (goal ${LONG_GOAL_SECONDS} s)`,
    elapsed <= LONG_GOAL_SECONDS,
  )
}

function report(text: string, isGood: boolean): void {
  console.log(`  ${isGood ? 'ok   ' : 'MISSED'} ${text}`)
  if (!isGood) process.exitCode = 1
}

const firstWords = (text: string, count: number): string => wordsOf(text).slice(0, count).join(' ')
const percent = (share: number): string => (share * 100).toFixed(1)
