import { expect, it, describe } from 'vitest'
import { createClients } from '#test/server/user.ts'
import { createSend } from '#test/server/createSend.ts'
import { client } from '#shared/client.ts'
import { generateContract, noteTasksContract } from '#features/generate/contract.ts'
import { languageModelsContract } from '#features/language-models/contract.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

/** A client that says its language with each call (B§7). */
async function openIn(server: TestServer, language: string) {
  const user = await server.user()
  const send = createSend(server.url, user.credentials)
  const sendIn: typeof send = (request) => send({ ...request, headers: { ...request.headers, 'app-language': language } })
  return {
    ...createClients(server.url, user.credentials),
    generate: client('generate', { ...generateContract, ...noteTasksContract }, sendIn),
    languageModels: client('language-models', languageModelsContract, sendIn),
  }
}

describe('the header app-language (B§7)', () => {
  it.each([
    ['de', 'In dieser Aufnahme wurde'],
    ['zh-Hant', '此錄音中找不到語音'],
    ['tlh', 'No speech was found in this recording.'],
  ])('decides the language of errors: %s', async (language, text) => {
    await using server = await testServer()
    const { generate } = await openIn(server, language)
    const { id } = await server.uploadFile({ name: 'silent night' })
    await generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    const { err_msg, msg } = await generate.transsumm({ params: { id }, body: {} })
    expect(err_msg.slice(0, 60)).toContain(text)
    expect(msg).toBe('no speech was found or understood in this recording')
  })

  it('decides the language of the names of notes, models and dimensions', async () => {
    await using server = await testServer()
    const { generate, files, languageModels } = await openIn(server, 'fr')
    const { id } = await server.uploadFile()
    const segment = { start_time: 0, end_time: 900, speaker: 'Ann', content: 'We meet in the harbour at nine.' }
    await files.change({ params: { id }, body: { trans_result: [segment] } })
    const body = { summ_type: 'MEETING', summ_type_type: 'system' }
    expect((await generate.sumNewNote({ params: { id }, body })).data.note_tab_name).toBe('Notes de réunion')
    expect((await languageModels.options({ query: {} })).data.models[0]!.name).toBe('Automatique')
    expect((await languageModels.dimensions({ query: {} })).data.dimensions[0]!.name).toBe('Points clés')
    expect((await languageModels.dimensions({ query: { language: 'it' } })).data.dimensions[0]!.name).toBe('Punti chiave')
  })
})
