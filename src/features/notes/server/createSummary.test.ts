import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'
import { SummaryResult } from '../contract.ts'
import { parseSummaryResult } from '../rules.ts'
import { createSummary } from './createSummary.ts'
import { parseTemplate, type SummaryTemplate } from './summary/template.ts'

/** Returns ten minutes on two topics. */
const segments: Segment[] = Array.from({ length: 60 }, (_, i) => {
  const [topic, place] = i < 30 ? ['glacier', 'valley'] : ['violin', 'orchestra']
  return {
    id: `s${i}`,
    start_time: i * 10_000,
    end_time: i * 10_000 + 9500,
    speaker: i % 2 ? 'Ben' : 'Anna',
    original_speaker: i % 2 ? 'Speaker 2' : 'Speaker 1',
    content: `The ${topic} of the ${place} was measured ${i} times, and every ${topic} of that ${place} was written into a book by hand.`,
  }
})

const template = parseTemplate({
  id: 't7',
  type: 'custom',
  name: 'Field notes',
  content: 'By {{Speakers}}, {{Length}}.\n# Glacier\n# Allergies',
})

async function summarize(server: TestServer, options: { template: SummaryTemplate | null; llm: Llm | null }) {
  const { id: userId, files } = await server.user()
  const { id: fileId } = await server.uploadFile({ name: 'Trip', seconds: 600 })
  const common = { segments, language: 'en', outputLanguage: null, signal: new AbortController().signal, fence: async () => {} }
  const result = await createSummary(server.ctx, {
    noteId: null,
    requested: { template: options.template, model: null },
    userId,
    fileId,
    ...common,
    ...options,
  })
  const [file] = (await files.list({ query: {}, body: [fileId] })).data_file_list
  return { result, file: file! }
}

describe('a saved summary', () => {
  it('sets the outline of the recording to its chapters, and names the template', async () => {
    await using server = await testServer()
    const { result, file } = await summarize(server, { template, llm: null })
    expect(SummaryResult.parse(result)).toEqual(result)
    expect(parseSummaryResult(JSON.stringify(result))).toEqual(result)
    expect(result.form?.chapters.length).toBeGreaterThan(1)
    expect(file.outline_result).toEqual(result.form?.chapters.map(({ title, ...times }) => ({ ...times, topic: title })))
    expect(file.extra_data.aiContentHeader).toMatchObject({ used_template: { template_id: 't7', template_name: 'Field notes' } })
    expect(file.ai_content).toContain('## Allergies\n\nNothing found.')
  })

  it('follows the template with a language model, whose token counts are returned', async () => {
    await using server = await testServer()
    const reply = {
      headline: 'Trip',
      category: 'memo',
      section_1: [{ text: 'The glacier of the valley was measured.', rests_on: [1] }],
    }
    const llm = createScriptedLlm([{ reply }])
    const { result } = await summarize(server, { template, llm })
    expect(llm.calls[0]?.prompt).toContain('By Anna, Ben, 10:00.')
    expect(result.form?.sections).toMatchObject([
      { kind: 'text', heading: 'Glacier', points: [{ supported: true, start_time: 0 }] },
    ])
  })

  it('is filled without a model when the model fails', async () => {
    await using server = await testServer()
    const { result } = await summarize(server, { template, llm: createScriptedLlm([{ fail: 'server' }]) })
    expect(result.form).toMatchObject({ engine: { kind: 'extractive' }, template: { id: 't7' } })
    expect(result.form?.sections.map(({ heading }) => heading)).toEqual(['Glacier', 'Allergies'])
  })
})
