import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { testServer } from '#test/server/testServer.ts'
import type { EditOperation } from '../../contract.ts'

/** An engine that recognises these sentences, one every ten seconds. */
function createEngine(sentences: () => readonly string[]): SpeechEngine {
  const scripted = scriptedSpeech()
  return {
    ...scripted,
    transcribe: async (pcm, options) => {
      for await (const _ of pcm);
      for (const [index, sentence] of sentences().entries()) {
        const start = index * 10_000
        const words = sentence
          .split(' ')
          .map((text, n): [number, number, string, number] => [start + n * 500, start + n * 500 + 400, text, 0.9])
        await options.onWindow({ start, end: start + 9000, language: 'en', words, notUnderstood: [] })
      }
      return { language: 'en' } as never
    },
  }
}

const FIRST = [
  'The vans leave at six sharp.',
  "And if the road to Casey's closes again?",
  'We lost seven of them this year.',
  'It always has been so.',
]

async function openRecording(edits: EditOperation[][]) {
  let sentences: readonly string[] = FIRST
  const server = await testServer({ speech: createEngine(() => sentences), settings: { PLAN: 'pro' } })
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 40 })
  const transcribe = async (again: readonly string[] = FIRST) => {
    sentences = again
    server.clock.advance(1000)
    await user.generate.transsumm({
      params: { id },
      body: { is_reload: 1, operate_type: 'reTranscribe', info: JSON.stringify({ diarization: 0 }) },
    })
    await server.waitForJobs()
  }
  await transcribe()
  for (const operations of edits) await user.editing.updateSource({ body: { file_id: id, operations } })
  const readFile = async () => (await user.files.list({ query: {}, body: [id] })).data_file_list[0]!
  const readTexts = async () => (await readFile()).trans_result!.map(({ content }) => content)
  const history = async () => (await user.editing.editHistory({ params: { id }, query: {} })).data
  return { server, user, id, transcribe, readFile, readTexts, history }
}

const CORRECTIONS: EditOperation[][] = [
  [{ kind: 'set_text', segment: '2', content: 'And if the road to Kasese closes again?' }],
  [{ kind: 'set_text', segment: '3', content: 'We lost eleven of them this year.' }],
  [{ kind: 'delete', segments: ['4'] }],
]

describe('edits after another transcription', () => {
  it('apply again where the text is the same', async () => {
    const { server, transcribe, readFile, history } = await openRecording(CORRECTIONS)
    await using _ = server
    const before = (await readFile()).trans_result
    await transcribe()
    expect((await readFile()).trans_result).toEqual(before)
    expect((await history()).edits.map(({ unapplied }) => unapplied)).toEqual([[], [], []])
    expect((await history()).can_undo).toBe(true)
  })

  it('apply where the words are the same, and are listed as not applied where they are not', async () => {
    const { server, user, id, transcribe, readTexts, history } = await openRecording(CORRECTIONS)
    await using _ = server
    const next = [
      'The vans leave at six.',
      "And when the road to Casey's closed?",
      'We lost several people.',
      'It always has been so.',
    ]
    await transcribe(next)
    expect(await readTexts()).toEqual([
      'The vans leave at six.',
      'And when the road to Kasese closed?',
      'We lost several people.',
    ])
    const { edits } = await history()
    expect(edits.map(({ unapplied }) => unapplied)).toEqual([[], [{ start_time: 20_000, before: 'seven', after: 'eleven' }], []])
    await user.editing.undoEdit({ params: { id }, body: { edit_id: edits[2]!.edit_id } })
    expect((await readTexts())[1]).toBe("And when the road to Casey's closed?")
    const { data } = await user.editing.machineTranscript({ params: { id } })
    expect(data.segments.map(({ content }) => content)).toEqual(next)
  })

  it('need not apply where the new text already has them', async () => {
    const { server, transcribe, readTexts, history } = await openRecording(CORRECTIONS.slice(0, 1))
    await using _ = server
    await transcribe(FIRST.with(1, 'And if the road to Kasese closes?'))
    expect((await readTexts())[1]).toBe('And if the road to Kasese closes?')
    expect((await history()).edits[0]!.unapplied).toEqual([])
  })

  it('of the previous text are refused: a page that shows it must load the new one', async () => {
    const { server, user, id, transcribe } = await openRecording([])
    await using _ = server
    const version = 1
    await transcribe(FIRST.with(0, 'The vans left at six.'))
    const body = { file_id: id, base_version: version, operations: CORRECTIONS[0]! }
    await expect(user.editing.updateSource({ body })).rejects.toMatchObject({ status: -4090 })
  })

  it('survive another separation of the speakers', async () => {
    const { server, user, id, readFile } = await openRecording([
      CORRECTIONS[0]!,
      [{ kind: 'rename_speaker', from: '', to: 'Lena' }],
    ])
    await using _ = server
    await user.generate.separateSpeakers({ params: { id }, body: { speakers: null } })
    await server.waitForJobs()
    const { trans_result } = await readFile()
    expect(trans_result!.map(({ content }) => content).join(' ')).toContain('the road to Kasese closes')
    expect(trans_result!.some(({ speaker }: Segment) => speaker === 'Lena')).toBe(true)
  })
})

describe('the word list', () => {
  it('replaces what terms sound like after a transcription, as an edit that can be seen and undone', async () => {
    const { server, user, id, transcribe, readFile, readTexts, history } = await openRecording(CORRECTIONS.slice(1, 2))
    await using _ = server
    await user.wordList.addTerm({ body: { term: 'Kasese', sounds_like: ["casey's", 'Casey'] } })
    await user.wordList.addTerm({ body: { term: 'Bwera', sounds_like: ['vans'] } })
    const { data: terms } = await user.wordList.terms({})
    await user.wordList.changeTerm({ params: { term_id: terms[0]!.id }, body: { is_enabled: false } })
    expect(terms.map(({ term }) => term)).toEqual(['Bwera', 'Kasese'])
    await transcribe()
    expect(await readTexts()).toEqual([
      FIRST[0],
      'And if the road to Kasese closes again?',
      'We lost eleven of them this year.',
      FIRST[3],
    ])
    expect((await readFile()).trans_result![1]).toMatchObject({ original_content: FIRST[1] })
    const { edits } = await history()
    expect(edits.map(({ source, kind }) => `${source} ${kind}`)).toEqual(['word_list replace_all', 'person set_text'])
    await transcribe()
    expect((await history()).edits).toHaveLength(2)
    const [learnt] = (await history()).edits
    await user.editing.undoEdit({ params: { id }, body: { edit_id: learnt!.edit_id } })
    expect((await readTexts())[1]).toBe(FIRST[1])
  })

  it('of a folder counts for its recordings only', async () => {
    const { server, user, id, transcribe, readTexts } = await openRecording([])
    await using _ = server
    const { data_filetag: folder } = await user.folders.create({ body: { name: 'Uganda' } })
    await user.wordList.addTerm({ body: { term: 'Kasese', sounds_like: ["Casey's"], folder_id: folder.id } })
    await transcribe()
    expect(await readTexts()).toEqual(FIRST)
    await user.files.change({ params: { id }, body: { filetag_id_list: [folder.id] } })
    await transcribe()
    expect((await readTexts())[1]).toContain('Kasese')
    await user.folders.remove({ params: { id: folder.id } })
    expect((await user.wordList.terms({})).data).toEqual([])
  })
})
