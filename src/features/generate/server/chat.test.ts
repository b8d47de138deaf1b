import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { INTERVIEW, askServer, openAsk } from '#test/server/openAsk.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import type { TestServer } from '#test/server/testServer.ts'

const QUESTION = 'How many nurses did they lose?'
const SAID = 'We thought we would lose a third of them, and we lost eleven.'

async function openInterview(server: TestServer) {
  const { user, add } = await openAsk(server)
  const id = await add('Interview', INTERVIEW, { seconds: 90 })
  const chat = (message: string, more = {}) => user.generate.chatllm({ params: { id }, body: { message, ...more } })
  const countTasks = async () => (await executeSql(server.ctx.db, 'select 1 from task')).rows.length
  return { user, add, id, chat, countTasks }
}

describe('a message to a recording (B§7 POST /ai/chatllm/{id})', () => {
  it('is answered from the recording like a question on the page, and starts no summary', async () => {
    await using server = await askServer()
    const { user, id, chat, countTasks } = await openInterview(server)
    const { status, data } = await chat(QUESTION)
    expect(status).toBe(0)
    expect(data).toMatchObject({ state: 'done', citations: [{ file_id: id, quote: SAID }] })
    expect(data!.content).toMatch(/lost eleven\\?\. \[0:1\d\]\(#t=1\d{4}\)/)
    expect(await countTasks()).toBe(0)
    const asked = await user.ask.ask({ body: { question: QUESTION, file_id: id } })
    expect(data!.citations).toEqual(asked.data.answer.sentences.flatMap(({ citations }) => citations))
    expect((await user.ask.thread({ params: { thread_id: data!.thread_id } })).data.answers).toMatchObject([
      { question: QUESTION },
    ])
  })

  it('arrives while it is written, when the client asks for that', async () => {
    const reply = { sentences: [{ text: 'They lost eleven nurses.', rests_on: [2] }], missing: '' }
    await using server = await askServer(createScriptedLlm([{ reply }]))
    const { chat } = await openInterview(server)
    const { progress, data } = await chat(QUESTION, { stream: true })
    expect(progress!.length).toBeGreaterThan(0)
    expect(progress![0]).toMatchObject({ state: 'writing', content: '', answer_id: data!.answer_id })
    expect(data!.state).toBe('done')
  })

  it('continues the conversation about this recording that it names, and no other', async () => {
    await using server = await askServer()
    const { add, chat, user } = await openInterview(server)
    const { data } = await chat(QUESTION)
    const next = await chat('And who pays for the drivers?', { thread_id: data!.thread_id })
    expect(next.data!.thread_id).toBe(data!.thread_id)
    const other = await add('Budget', ['The bridge opens in May.'])
    const body = { message: QUESTION, thread_id: data!.thread_id }
    expect(await expectRefusal(user.generate.chatllm({ params: { id: other }, body }))).toMatchObject({ httpStatus: 404 })
  })

  it('says in the language of the client that the recording does not say', async () => {
    await using server = await askServer()
    const { id, user } = await openInterview(server)
    const response = await fetch(`${server.url}/api/ai/chatllm/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', 'app-language': 'de' },
      body: JSON.stringify({ message: 'Welche Hubschrauberfirma fliegt Impfstoffe?' }),
    })
    expect(await response.json()).toMatchObject({ status: 0, data: { content: 'Die Aufnahme sagt dazu nichts.', citations: [] } })
  })

  it('is refused without the right to ask, without a transcript, empty and for the recording of another account', async () => {
    await using server = await askServer()
    const { user, id, chat } = await openInterview(server)
    const { id: silent } = await server.uploadFile({ user: 'anna' })
    const ask = (fileId: string) => user.generate.chatllm({ params: { id: fileId }, body: { message: QUESTION } })
    expect(await expectRefusal(ask(silent))).toMatchObject({ status: -7 })
    expect(await expectRefusal(chat(' '))).toMatchObject({ httpStatus: 422 })
    const ben = await server.user('ben')
    const other = ben.generate.chatllm({ params: { id }, body: { message: QUESTION } })
    expect(await expectRefusal(other)).toMatchObject({ httpStatus: 404 })
    await setMembershipTier(server, user.id, 'starter')
    expect(await expectRefusal(chat(QUESTION))).toMatchObject({ status: -15 })
  })
})
