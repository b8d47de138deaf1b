import { expect } from 'vitest'
import type { Llm, LlmErrorKind } from '#platform/llm/llm.ts'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { type ScriptedOutcome, scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { setMembershipTier } from './setMembershipTier.ts'
import { type TestServer, testServer } from './testServer.ts'
import type { User } from './user.ts'

/** The behaviour of the engines from now on. `bug` is an error other than LlmError. */
type Engines = { speech: ScriptedOutcome; llm: 'works' | 'bug' | LlmErrorKind }

/** A server whose engines can be broken and repaired, with a user whose plan has every right and lasts `PLAN_LENGTH`. */
export type BreakableServer = AsyncDisposable & { server: TestServer; engines: Engines; user: User; operator: User }

const cited = { text: 'We meet on Tuesday to settle the budget.', rests_on: ['1'] }
const SUMMARY = {
  headline: 'The budget',
  category: 'meeting',
  overview: cited,
  points: [],
  actions: [],
  section_1: [],
  section_2: [],
}

/** The duration of the user's plan in ms. */
export const PLAN_LENGTH = 3_600_000

export async function breakableServer(): Promise<BreakableServer> {
  const engines: Engines = { speech: 'transcribe', llm: 'works' }
  const llm: Llm = {
    id: 'scripted',
    contextTokens: null,
    generate: async (request) => {
      if (engines.llm === 'bug') throw new Error('a bug')
      return createScriptedLlm([engines.llm === 'works' ? { reply: SUMMARY } : { fail: engines.llm }]).generate(request)
    },
  }
  const server = await testServer({ llm, speech: scriptedSpeech({ chooseOutcome: () => engines.speech }) })
  const operator = await server.user('anna')
  const user = await server.user('ben')
  await setMembershipTier(server, user.id, 'pro', new Date(server.clock.now().getTime() + PLAN_LENGTH).toISOString())
  return { server, engines, user, operator, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

type Upload = { seconds?: number; name?: string }

export const upload = async ({ server, user }: BreakableServer, options: Upload = {}): Promise<string> =>
  (await server.uploadFile({ seconds: 12, user: user.name, ...options })).id

/** Creates a recording with a transcript and a summary. */
export async function uploadTranscribed(breakable: BreakableServer, options: Upload = {}): Promise<string> {
  const { server, user } = breakable
  const id = await upload(breakable, options)
  await user.generate.transsumm({ params: { id }, body: { info: '{"diarization":0}' } })
  await server.waitForJobs()
  expect((await user.generate.transsumm({ params: { id }, body: {} })).status).toBe(1)
  server.clock.advance(1000)
  return id
}

/** Returns the error code of a recording's failed task, from each place where the server returns it. */
export async function readFileCode({ server, user }: BreakableServer, id: string): Promise<number> {
  await server.waitForJobs()
  const { status, err_code } = await user.generate.transsumm({ params: { id }, body: {} })
  expect(err_code).toBe(String(status))
  const { data_tasks, data_transsumm } = await user.generate.status({})
  expect(data_tasks).toContainEqual(expect.objectContaining({ file_id: id, stage: 'failed', status }))
  expect([...data_transsumm.files_trans, ...data_transsumm.files_summ]).toContainEqual({ file_id: id, status })
  return status
}

/** Returns the error code of a failed note. Other clients read it from `data_error_code`. */
export async function readNoteCode({ server, user }: BreakableServer, id: string): Promise<number> {
  await server.waitForJobs()
  const { data } = await user.notes.queryNote({ headers: { 'file-id': id }, query: {} })
  const note = data.find(({ note_type }) => note_type === 'sum_multi_note')!
  expect([note.error_code, note.data_error_code]).toEqual([String(note.task_status), String(note.task_status)])
  return note.task_status
}

/** Runs `change` while a job of `start` is queued behind another recording, which is then cancelled. */
export async function changeWhileQueued(
  breakable: BreakableServer,
  { start, change }: { start: () => Promise<unknown>; change: () => Promise<unknown> },
): Promise<void> {
  const { engines, user } = breakable
  engines.speech = 'hang'
  const other = await upload(breakable, { name: 'Another one' })
  await user.generate.transsumm({ params: { id: other }, body: {} })
  const stageOfOther = async () => (await user.generate.status({})).data_tasks.find(({ file_id }) => file_id === other)?.stage
  await expect.poll(stageOfOther, { timeout: 10_000, interval: 20 }).toBe('transcribing')
  await start()
  await change()
  await user.generate.cancel({ params: { id: other } })
  engines.speech = 'transcribe'
}
