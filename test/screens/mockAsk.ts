import {
  type AskAnswer,
  type AskCitation,
  type AskProgress,
  type AskSuggestion,
  type AskThread,
  askContract,
} from '#features/ask/contract.ts'
import type { Input } from '#shared/contract.ts'
import { MockError, type RouteHandler, handle } from './mockServer.ts'

export const THREAD_ID = '1'.repeat(32)
const NOW = 1_795_252_320

export const aThread = (change: Partial<AskThread> = {}): AskThread => ({
  thread_id: THREAD_ID,
  title: 'Why forty clinics now',
  file_id: null,
  made_at: NOW,
  changed_at: NOW,
  ...change,
})

export const aCitation = (file_id: string, start_ms: number, quote = 'The nurses stayed.'): AskCitation => ({
  file_id,
  segment_id: '1',
  start_ms,
  end_ms: start_ms + 2000,
  quote,
})

/** Returns a finished answer of a language model. */
export const anAnswer = (change: Partial<AskAnswer> = {}): AskAnswer => ({
  answer_id: '2'.repeat(32),
  question: 'Why forty clinics?',
  state: 'done',
  engine: 'small',
  no_model: null,
  scope: { file_ids: [], folder_ids: [], speakers: [] },
  sources: { passages: 9, recordings: 3, whole_ms: null },
  sentences: [],
  missing: null,
  left_out: 0,
  made_at: NOW,
  ...change,
})

export type AskMock = {
  threads: AskThread[]
  answers: AskAnswer[]
  suggestions?: AskSuggestion[]
  answer: (body: Input<(typeof askContract)['ask']>['body']) => AskProgress | MockError
}

/** Handlers of the ask routes. `asked` collects the questions. */
export function askHandlers(mock: AskMock): { handlers: RouteHandler[]; asked: Input<(typeof askContract)['ask']>['body'][] } {
  const asked: Input<(typeof askContract)['ask']>['body'][] = []
  const handlers = [
    handle(askContract.threads, ({ query }) => ({
      data: mock.threads.filter(({ file_id }) => file_id === (query.file_id ?? null)),
    })),
    handle(askContract.thread, ({ params }) => {
      const thread = mock.threads.find(({ thread_id }) => thread_id === params.thread_id)
      if (!thread) throw new MockError(404)
      return { data: { thread, answers: mock.answers } }
    }),
    handle(askContract.suggestions, () => ({ data: mock.suggestions ?? [] })),
    handle(askContract.ask, ({ body }) => {
      asked.push(body)
      const data = mock.answer(body)
      if (data instanceof MockError) throw data
      mock.threads = [data.thread, ...mock.threads.filter(({ thread_id }) => thread_id !== data.thread.thread_id)]
      mock.answers = [...mock.answers, data.answer]
      return { progress: [], data }
    }),
    handle(askContract.retry, () => {
      const data = { thread: mock.threads[0] ?? aThread(), answer: anAnswer({ sentences: [], missing: '' }) }
      return { progress: [], data }
    }),
    handle(askContract.rename, ({ params, body }) => {
      mock.threads = mock.threads.map((thread) =>
        thread.thread_id === params.thread_id ? { ...thread, title: body.title } : thread,
      )
      return { data: mock.threads.find(({ thread_id }) => thread_id === params.thread_id) ?? aThread() }
    }),
    handle(askContract.remove, ({ params }) => {
      mock.threads = mock.threads.filter(({ thread_id }) => thread_id !== params.thread_id)
      return {}
    }),
    handle(askContract.restore, () => {
      mock.threads = [aThread()]
      return { data: aThread() }
    }),
    handle(askContract.saveAsNote, ({ body }) => ({ data: { file_id: body.file_id, note_id: '3'.repeat(32) } })),
  ]
  return { handlers, asked }
}
