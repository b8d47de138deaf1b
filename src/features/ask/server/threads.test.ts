import { describe, expect, it } from 'vitest'
import { readMembership } from '#features/membership/server.ts'
import { hours, minutes } from '#shared/units.ts'
import { createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { INTERVIEW, askServer, openAsk, said } from '#test/server/openAsk.ts'
import { deleteRemovedThreads, exportThreads } from './threads.ts'

const NOBODY = '0'.repeat(32)
const QUESTION = 'Who pays for the drivers?'

async function openThread(name = 'anna') {
  const server = await askServer()
  const opened = await openAsk(server, name)
  const id = await opened.add('Interview', INTERVIEW)
  const other = await opened.add('Other', ['Nobody brought the cake.'])
  const { thread, answer } = await opened.ask(QUESTION)
  const params = { thread_id: thread.thread_id, answer_id: answer.answer_id }
  return { ...opened, server, id, other, thread, answer, params }
}

describe('threads', () => {
  it('are listed with the latest question first, separately from those about one recording', async () => {
    const { server, user, ask, id, thread } = await openThread()
    await using _ = server
    server.clock.advance(minutes(1))
    const second = await ask('Which nurses stayed?')
    const own = await ask('Who pays?', { file_id: id })
    const titles = async (query = {}) => (await user.ask.threads({ query })).data.map(({ title }) => title)
    expect(await titles()).toEqual(['Which nurses stayed?', QUESTION])
    expect(await titles({ file_id: id })).toEqual(['Who pays?'])
    server.clock.advance(minutes(1))
    await ask('And then?', { thread_id: thread.thread_id })
    expect(await titles()).toEqual([QUESTION, 'Which nurses stayed?'])
    expect(own.thread.file_id).toBe(id)
    expect(second.thread.made_at).toBeGreaterThan(thread.made_at)
  })

  it('keep questions and answers in order, with what was asked', async () => {
    const { server, user, ask, thread, id } = await openThread()
    await using _ = server
    server.clock.advance(minutes(1))
    await ask('And the nurses?', { thread_id: thread.thread_id, scope: { file_ids: [id] } })
    const { answers } = (await user.ask.thread({ params: { thread_id: thread.thread_id } })).data
    expect(answers.map(({ question }) => question)).toEqual([QUESTION, 'And the nurses?'])
    expect(answers[1]?.scope.file_ids).toEqual([id])
    expect(said(answers[0]!)).toEqual(['The reserve pays for transport until March.'])
  })

  it('are renamed, removed, restored within an hour, and deleted after it', async () => {
    const { server, user, thread } = await openThread()
    await using _ = server
    const params = { thread_id: thread.thread_id }
    expect((await user.ask.rename({ params, body: { title: ' Drivers ' } })).data.title).toBe('Drivers')
    await expect(user.ask.rename({ params, body: { title: '\u200b' } })).rejects.toMatchObject({ httpStatus: 422 })
    await user.ask.remove({ params })
    await expect(user.ask.thread({ params })).rejects.toMatchObject({ httpStatus: 404 })
    expect((await user.ask.threads({ query: {} })).data).toEqual([])
    expect((await user.ask.restore({ params })).data.title).toBe('Drivers')
    await user.ask.remove({ params })
    server.clock.advance(hours(1) + 1)
    await deleteRemovedThreads(server.ctx)
    await expect(user.ask.restore({ params })).rejects.toMatchObject({ httpStatus: 404 })
  })

  it('lose the quotes of deleted recordings, and are deleted with their own recording', async () => {
    const { server, user, ask, id, thread } = await openThread()
    await using _ = server
    const own = await ask('Who pays?', { file_id: id })
    await user.files.trash({ body: [id] })
    await user.files.remove({ query: {}, body: [id] })
    await server.waitForJobs()
    const { answers } = (await user.ask.thread({ params: { thread_id: thread.thread_id } })).data
    expect(answers.map(({ sentences }) => sentences)).toEqual([[]])
    await expect(user.ask.thread({ params: { thread_id: own.thread.thread_id } })).rejects.toMatchObject({ httpStatus: 404 })
  })
})

describe('an answer saved as a note', () => {
  it('is added to a recording that it cites, with a link to each citation', async () => {
    const { server, user, id, params } = await openThread()
    await using _ = server
    const { data } = await user.ask.saveAsNote({ params, body: { file_id: id } })
    const notes = (await user.notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
    expect(notes.find(({ note_id }) => note_id === data.note_id)).toMatchObject({
      note_tab_name: QUESTION,
      note_content: `# ${QUESTION}\n\n- The reserve pays for transport until March. [0:50](#t=50000)\n`,
    })
  })

  it('is refused in a recording that it does not cite', async () => {
    const { server, user, other, params } = await openThread()
    await using _ = server
    expect(await expectRefusal(user.ask.saveAsNote({ params, body: { file_id: other } }))).toMatchObject({ refusal: 'notCited' })
  })
})

describe('another account', () => {
  it('can neither read, ask nor change anything in it', async () => {
    const { server, id, params } = await openThread()
    await using _ = server
    const { user: ben } = await openAsk(server, 'ben')
    const thread = { thread_id: params.thread_id }
    const gone = { httpStatus: 404 }
    await expect(ben.ask.thread({ params: thread })).rejects.toMatchObject(gone)
    await expect(ben.ask.rename({ params: thread, body: { title: 'Mine' } })).rejects.toMatchObject(gone)
    await expect(ben.ask.remove({ params: thread })).rejects.toMatchObject(gone)
    await expect(ben.ask.restore({ params: thread })).rejects.toMatchObject(gone)
    await expect(ben.ask.retry({ params })).rejects.toMatchObject(gone)
    await expect(ben.ask.saveAsNote({ params, body: { file_id: id } })).rejects.toMatchObject(gone)
    await expect(ben.ask.suggestions({ query: { file_id: id } })).rejects.toMatchObject(gone)
    await expect(ben.ask.threads({ query: { file_id: id } })).rejects.toMatchObject(gone)
    for (const more of [{ file_id: id }, { scope: { file_ids: [id] } }, thread])
      await expect(ben.ask.ask({ body: { question: QUESTION, ...more } })).rejects.toMatchObject(gone)
    expect((await ben.ask.threads({ query: {} })).data).toEqual([])
    expect(await expectRefusal(ben.ask.ask({ body: { question: QUESTION } }))).toMatchObject({ refusal: 'nothingToRead' })
  })

  it('without a session gets 401 (A§8)', async () => {
    await using server = await askServer()
    await expect(createClients(server.url, {}).ask.threads({ query: {} })).rejects.toMatchObject({ httpStatus: 401 })
  })
})

describe('asking a question', () => {
  it('is refused with -13 for plans without it, also on retry (A§6)', async () => {
    const { server, user, params } = await openThread()
    await using _ = server
    await setMembershipTier(server, user.id, 'starter')
    expect(await expectRefusal(user.ask.ask({ body: { question: QUESTION } }))).toMatchObject({ status: -13 })
    expect(await expectRefusal(user.ask.retry({ params }))).toMatchObject({ status: -13, refusal: 'notIncluded' })
    expect((await user.ask.threads({ query: {} })).data).toHaveLength(1)
  })

  it('is limited to 30 questions a minute', async () => {
    const { server, user } = await openThread()
    await using _ = server
    for (let n = 1; n < 30; n++) await user.ask.ask({ body: { question: 'Who?' } })
    await expect(user.ask.ask({ body: { question: 'Who?' } })).rejects.toMatchObject({ httpStatus: 429 })
  })

  it('is limited to 1,000 characters, and uses no minutes', async () => {
    const { server, user } = await openThread()
    await using _ = server
    const before = await readMembership(server.ctx, user.id)
    await expect(user.ask.ask({ body: { question: 'a'.repeat(1001) } })).rejects.toMatchObject({ httpStatus: 422 })
    await expect(user.ask.ask({ body: { question: ' ' } })).rejects.toMatchObject({ httpStatus: 422 })
    await user.ask.ask({ body: { question: 'a'.repeat(1000) } })
    expect(await readMembership(server.ctx, user.id)).toEqual(before)
    await expect(user.ask.ask({ body: { question: 'Who?', thread_id: NOBODY } })).rejects.toMatchObject({ httpStatus: 404 })
  })
})

describe('suggested questions', () => {
  it('are based on the summary of a recording', async () => {
    const { server, user, add } = await openThread()
    await using _ = server
    const id = await add('Summarized', [
      ['Anna', 'The bridge over the river opens in May, after two years of work on the northern side.'],
      ['Ben', 'Who pays for the bridge when the ministry does not?'],
      ['Anna', 'I will send the plan of the bridge to the ministry by Friday.'],
    ])
    expect((await user.ask.suggestions({ query: { file_id: id } })).data).toEqual([])
    await user.generate.chatllm({ params: { id }, body: {} })
    await server.waitForJobs()
    const { data } = await user.ask.suggestions({ query: { file_id: id } })
    expect(data).toContainEqual({ kind: 'actions', value: '' })
    expect(data).toContainEqual({ kind: 'speaker', value: 'Anna' })
    expect((await user.ask.suggestions({ query: {} })).data).toEqual(data)
  })
})

describe('the download of personal data', () => {
  it('contains questions with their answers and quotes', async () => {
    const { server, user, id } = await openThread()
    await using _ = server
    const { ask_threads } = (await exportThreads(server.ctx, user.id)) as { ask_threads: object[] }
    const quote = 'The reserve pays for transport until March.'
    expect(ask_threads).toMatchObject([
      {
        title: QUESTION,
        answers: [{ question: QUESTION, sentences: [{ text: quote, citations: [{ file_id: id, start_ms: 50_000, quote }] }] }],
      },
    ])
  })
})
