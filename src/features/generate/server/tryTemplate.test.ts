import { describe, expect, it } from 'vitest'
import { readTryProgress } from '#features/notes/contract.ts'
import { type ScriptedStep, createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const CONTENT = '# Decisions\nWhat was decided.\n# Themes\nWhat it was about.\n# Open\nWhat is open.'
const SEGMENT = {
  id: 's1',
  start_time: 0,
  end_time: 9000,
  speaker: 'Anna',
  original_speaker: 'Anna',
  content: 'We will send the budget by Friday, and then we look at the six clinics beyond the river together.',
}
const line = { text: 'The budget is sent by Friday.', rests_on: [1], owner: null, due: null }
const FIRST_SECTION = `{"headline":"Budget","category":"meeting","section_1":[${JSON.stringify(line)}],"section_2":[{"te`

const serverWith = (steps: ScriptedStep[]) => {
  const llm = createScriptedLlm(steps)
  return { llm, starting: testServer({ llm, settings: { PLAN: 'pro' } }) }
}

async function createTrial(server: TestServer) {
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 25 })
  await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
  return { user, body: { file_id: id, name: 'Mine', content: CONTENT } }
}

describe('a try with a language model', () => {
  it('replies with each section as it is written, then with the whole', async () => {
    const answer = { headline: 'Budget', category: 'meeting', section_1: [line], section_2: [], section_3: [line] }
    const { llm, starting } = serverWith([{ reply: answer }])
    await using server = await starting
    const { user, body } = await createTrial(server)
    const { progress, data, failure } = await user.generate.tryTemplate({ body })
    expect(progress).toMatchObject([
      { sections: [{ heading: 'Decisions', points: [{ text: line.text, start_time: 0 }] }], pending: ['Themes', 'Open'] },
      { sections: [{ heading: 'Decisions' }], pending: ['Open'], parts_read: 1, parts: 1 },
      { sections: [{ heading: 'Decisions' }, { heading: 'Open' }], pending: [] },
    ])
    expect(progress.at(-1)?.sections).toEqual(data?.form.sections)
    expect(failure).toBeNull()
    expect(llm.remaining).toBe(0)
  })

  it('sends a section before the next one is written, and ends the request of the model when its client goes', async () => {
    const { llm, starting } = serverWith([{ hang: true, after: FIRST_SECTION }])
    await using server = await starting
    const { user, body } = await createTrial(server)
    const client = new AbortController()
    const response = await fetch(`${server.url}/api/summary/templates/try`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: client.signal,
    })
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (readTryProgress(text)) break
    }
    expect(readTryProgress(text)).toMatchObject({ sections: [{ heading: 'Decisions' }], pending: ['Themes', 'Open'] })
    const { signal } = llm.calls[0]!
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    client.abort()
    await aborted
    expect(signal.aborted).toBe(true)
  })

  it('keeps what was written when the model fails', async () => {
    const { starting } = serverWith([{ fail: 'server', after: FIRST_SECTION }])
    await using server = await starting
    const { user, body } = await createTrial(server)
    const reply = await user.generate.tryTemplate({ body })
    expect(reply).toMatchObject({ data: null, failure: 'modelFailed', progress: [{ sections: [{ heading: 'Decisions' }] }] })
  })

  it('is refused when the model fails before it has written a section', async () => {
    const { starting } = serverWith([{ fail: 'auth', after: '{"headline":"Budget","cat' }])
    await using server = await starting
    const { user, body } = await createTrial(server)
    expect(await expectRefusal(user.generate.tryTemplate({ body }))).toMatchObject({ status: -900_110, refusal: 'modelFailed' })
  })
})

it('a try without a language model has no progress', async () => {
  await using server = await testServer({ settings: { PLAN: 'pro' } })
  const { user, body } = await createTrial(server)
  const { progress, data } = await user.generate.tryTemplate({ body })
  expect(progress).toEqual([])
  expect(data?.form.engine.kind).toBe('extractive')
})
