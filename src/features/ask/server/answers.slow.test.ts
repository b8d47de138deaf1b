import { expect, it } from 'vitest'
import { indexWaiting } from '#features/search/server.ts'
import { seedFiles } from '#features/files/server.ts'
import { contentWordsOf } from '#features/notes/server.ts'
import { directRun } from '#platform/jobs/jobs.ts'
import { minutes } from '#shared/units.ts'
import { readMeetings } from '../../../../bench/summary/meetings.ts'
import { ASKED_QUESTIONS, UNANSWERABLE } from '#test/fixtures/askQuestions.ts'
import { askServer, openAsk } from '#test/server/openAsk.ts'

/** Minimum share of sentences supported by their citations, and of questions with the right line. */
const SUPPORTED = 0.95
const RIGHT = 0.9

it(
  'cites places that contain 95 % of the sentences, for questions in nine languages to all conversations',
  async () => {
    await using server = await askServer()
    const { user, ask } = await openAsk(server)
    const meetings = await readMeetings()
    await seedFiles(
      server.ctx,
      user.id,
      meetings.map(({ language, segments }, n) => ({
        filename: `Conversation ${n + 1}`,
        scene: 101,
        startTime: new Date(Date.UTC(2026, 0, 1, n)),
        editTime: new Date(0),
        duration: 600_000,
        filetagIds: [],
        trashedAt: null,
        summary: null,
        transcript: segments.map(({ id, start, end, text, speaker }) => ({
          id,
          start_time: start,
          end_time: end,
          content: text,
          speaker,
          original_speaker: '',
          language,
        })),
      })),
    )
    await indexWaiting(server.ctx, directRun(new AbortController().signal))
    const textOf = new Map(meetings.flatMap(({ segments }) => segments.map(({ id, text }) => [id, text])))
    const languageOf = (segmentId: string) => segmentId.slice(0, 2)
    const counts = new Map<string, { asked: number; first: number; given: number }>()
    let [sentences, supported] = [0, 0]
    const missed: string[] = []
    for (const { meeting, question, answer: words } of ASKED_QUESTIONS) {
      server.clock.advance(minutes(1))
      const { answer } = await ask(question)
      const cited = answer.sentences.map((each) => each.citations.map(({ segment_id }) => segment_id))
      const isRight = (ids: readonly string[]) =>
        ids.some((id) => id.startsWith(`${meeting}-`) && (textOf.get(id) ?? '').toLowerCase().includes(words.toLowerCase()))
      for (const { text, citations } of answer.sentences) {
        const language = languageOf(citations[0]?.segment_id ?? 'en')
        const said = contentWordsOf(citations.map(({ segment_id }) => textOf.get(segment_id) ?? '').join(' '), language)
        sentences++
        if ([...contentWordsOf(text, language)].every((word) => said.has(word))) supported++
      }
      const language = meeting.slice(0, 2)
      const count = counts.get(language) ?? { asked: 0, first: 0, given: 0 }
      const isGiven = cited.some(isRight)
      counts.set(language, {
        asked: count.asked + 1,
        first: count.first + Number(isRight(cited[0] ?? [])),
        given: count.given + Number(isGiven),
      })
      if (!isGiven) missed.push(`${question} → ${answer.sentences.map(({ text }) => text).join(' | ') || 'nothing'}`)
    }
    let refused = 0
    for (const question of UNANSWERABLE) {
      server.clock.advance(minutes(1))
      const { answer } = await ask(question)
      if (answer.missing !== null && answer.sentences.every(({ is_related }) => is_related)) refused++
      else missed.push(`${question} → ${answer.sentences.map(({ text }) => text).join(' | ')}`)
    }
    const total = (read: (count: { asked: number; first: number; given: number }) => number) =>
      [...counts.values()].reduce((sum, count) => sum + read(count), 0)
    const [asked, first, given] = [total((each) => each.asked), total((each) => each.first), total((each) => each.given)]
    const lines = [...counts].map(
      ([language, count]) => `  ${language}  ${count.asked} asked, right line given ${count.given}, first ${count.first}`,
    )
    console.log(
      [
        `answers of quotes: ${asked} questions to ${meetings.length} conversations`,
        ...lines,
        `  all ${asked} asked, right line given ${given}, first ${first}`,
        `  sentences whose cited passage contains their content words: ${supported} of ${sentences}`,
        `  questions that nothing answers: ${refused} of ${UNANSWERABLE.length} said so`,
        ...missed.map((line) => `  missed: ${line}`),
      ].join('\n'),
    )
    expect(supported / sentences).toBeGreaterThanOrEqual(SUPPORTED)
    expect(given / asked).toBeGreaterThanOrEqual(RIGHT)
  },
  minutes(4),
)
