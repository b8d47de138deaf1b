import { readFile } from 'node:fs/promises'
import type { Segment } from '#features/files/contract.ts'
import { systemClock } from '#platform/clock/clock.ts'
import type { ExportFormat } from '#features/export/rules.ts'
import { createSilentMp3, createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, uploadRecording } from '#test/server/user.ts'
import { FIVE_HOURS, fiveHours, manySpeakers, manyWords, oneLetter, sentSegments } from './texts.ts'

/** The attacking account. */
export type Attacker = { readonly url: string; readonly user: User }

export type Attack = {
  readonly name: string
  /** Stores the data the attack needs, which is not measured. Returns the attack, which resolves to the response of the server. */
  readonly prepare: (attacker: Attacker) => Promise<() => Promise<string>>
  /** An attack that changes its own data cannot be repeated. */
  readonly isSingle?: boolean
}

export const ATTACKS: readonly Attack[] = [
  { name: 'summary with CR line ends on a shared page', prepare: (attacker) => sharedSummary(attacker, 'a\r=\r'.repeat(10_000)) },
  { name: '31 notes of nested lists on a shared page', prepare: prepareNestedNotes },
  { name: 'link that hides 1,000 speakers', prepare: (attacker) => hiddenSpeakers(attacker, 1000) },
  { name: 'link that hides 3,000 speakers', prepare: (attacker) => hiddenSpeakers(attacker, 3000) },
  { name: 'sent document: SRT of 15 MB', prepare: (attacker) => sentDocument(attacker, 'SRT', sentSegments(200, 15e6)) },
  { name: 'sent document: PDF of 2 MB', prepare: (attacker) => sentDocument(attacker, 'PDF', sentSegments(50, 2e6)) },
  {
    name: 'sent document: DOCX of 50,000 rows',
    prepare: (attacker) => sentDocument(attacker, 'DOCX', sentSegments(50_000, 7e6)),
  },
  { name: 'six PDFs of a five-hour recording at once', prepare: (attacker) => storedExports(attacker, ['pdf'], 6) },
  { name: 'ZIP of every format of a five-hour recording', prepare: prepareEveryFormat },
  { name: 'preview of every format of a five-hour recording', prepare: preparePreview },
  { name: 'six MP3s of half an hour of WAV at once', prepare: prepareMp3 },
  { name: 'replace a by 500 letters in 8 MB of a', isSingle: true, prepare: prepareReplace },
  { name: 'find a letter in ten recordings of five hours', prepare: prepareFind },
  { name: 'search for the longest query in ten of five hours', prepare: prepareSearch },
  { name: 'question with a topic on 400,000 words', prepare: prepareQuestion },
  { name: 'POST /file/document/export of 15.7 MB in a loop', prepare: prepareStoredRequests },
  {
    name: '/api/openapi.json in four loops',
    prepare: ({ url }) => Promise.resolve(() => times(4, () => get(`${url}/api/openapi.json`))),
  },
  { name: '60,000 to-do lines, ticked off', isSingle: true, prepare: prepareTodos },
  { name: 'PATCH of a transcript of five hours', prepare: preparePatch },
  { name: 'four readings of a five-hour recording at once', prepare: prepareReadings },
  // This must be the last one, because its task continues after it.
  { name: 'word list of 2,000 terms x 20 spellings, 44 s of sound', isSingle: true, prepare: prepareWordList },
]

/** Adds a recording without starting a transcription, and its transcript. Returns its id. */
async function addRecording({ user }: Attacker, segments?: readonly Segment[]): Promise<string> {
  const { id } = await uploadRecording(user, createSilentMp3(FIVE_HOURS / 1000), { name: 'A long meeting' })
  if (segments) await user.files.change({ params: { id }, body: { trans_result: [...segments] } })
  return id
}

async function prepareWordList({ user }: Attacker) {
  const terms = Array.from({ length: 2000 }, (_, n) => ({
    term: `Okafor${n}`,
    sounds_like: Array.from({ length: 20 }, (__, k) => `oka for ${n} ${k}`),
  }))
  await user.wordList.importTerms({ body: { folder_id: null, terms } })
  const sound = await readFile('assets/welcome/two-cities.mp3')
  return async () => {
    const { id } = await uploadRecording(user, sound, { name: 'Two cities' })
    await user.generate.transsumm({ params: { id }, body: {} }).catch(() => undefined)
    const start = performance.now()
    for (;;) {
      const status = await user.generate.transsumm({ params: { id }, body: {} }).then(
        (reply) => reply.status,
        (error: { status?: number }) => error.status ?? -500,
      )
      const isSettled = status !== 0
      if (isSettled || performance.now() - start > 90_000) {
        const { data_file_list } = await user.files.list({ query: {}, body: [id] })
        return `status ${status}, ${data_file_list[0]?.trans_result?.length ?? 0} paragraphs`
      }
      await systemClock.wait(500)
    }
  }
}

async function sharedSummary(attacker: Attacker, markdown: string) {
  const id = await addRecording(attacker, manyWords(1000))
  await attacker.user.files.change({ params: { id }, body: { ai_content: markdown } })
  return visitLink(attacker, id, {})
}

async function prepareNestedNotes(attacker: Attacker) {
  const { user } = attacker
  const { id, addNote } = await openNotes(attacker)
  const nested = Array.from({ length: 190 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')
  const note_ids: string[] = []
  for (let n = 0; n < 31; n++) {
    const note_id = await addNote()
    // One byte makes each text unique, so that no cache contains it.
    await user.notes.updateNote({ body: { file_id: id, note_id, note_content: `${nested}${n}` } })
    note_ids.push(note_id)
  }
  return visitLink(attacker, id, { note_ids })
}

/** A recording to which any number of notes can be added, as answers to a question. */
async function openNotes(attacker: Attacker) {
  const { user } = attacker
  const id = await addRecording(attacker, manyWords(4000))
  const { data } = await user.ask.ask({ body: { question: 'What is this about?', topic: 'overview', file_id: id } })
  const params = { thread_id: data.thread.thread_id, answer_id: data.answer.answer_id }
  const addNote = async () => (await user.ask.saveAsNote({ params, body: { file_id: id } })).data.note_id
  return { id, addNote }
}

async function hiddenSpeakers(attacker: Attacker, count: number) {
  const id = await addRecording(attacker, manySpeakers(count))
  return visitLink(attacker, id, { hides_names: true })
}

async function visitLink({ user }: Attacker, id: string, settings: Parameters<User['share']['create']>[0]['body']) {
  const { data } = await user.share.create({ params: { id }, body: { shows_audio: false, ...settings } })
  return () => get(data.url ?? '')
}

async function sentDocument(attacker: Attacker, to_format: string, trans_content: ReturnType<typeof sentSegments>) {
  const id = await addRecording(attacker)
  return async () => {
    const sent = await post(attacker, '/file/document/export', {
      file_id: id,
      prompt_type: 'trans',
      to_format,
      title: 'Sent',
      trans_content,
    })
    return sent.link ? `${sent.answer}, file ${await get(sent.link)}` : sent.answer
  }
}

async function storedExports(attacker: Attacker, formats: readonly ExportFormat[], count: number) {
  const id = await addRecording(attacker, fiveHours())
  const { url, user } = attacker
  const headers = { authorization: `bearer ${user.token}` }
  return () => times(count, (n) => get(`${url}/api/file/${id}/export/${formats[n % formats.length]}`, headers))
}

/** Only text formats: audio is not measured here. */
const TEXT_FORMATS = [
  ...([
    'txt',
    'md',
    'html',
    'docx',
    'pdf',
    'odt',
    'rtf',
    'epub',
    'xlsx',
    'srt',
    'vtt',
    'ass',
    'sbv',
    'ttml',
    'lrc',
    'csv',
  ] as const),
  ...(['tsv', 'json', 'jsonl', 'xml', 'textgrid', 'eaf', 'rttm', 'ctm', 'otio', 'edl'] as const),
]

async function prepareEveryFormat(attacker: Attacker) {
  const id = await addRecording(attacker, fiveHours())
  return async () => {
    const sent = await post(attacker, '/file/export', { file_ids: [id], formats: TEXT_FORMATS })
    return sent.link ? get(sent.link) : sent.answer
  }
}

async function preparePreview(attacker: Attacker) {
  const id = await addRecording(attacker, fiveHours())
  return async () => (await post(attacker, '/file/export/preview', { file_ids: [id], formats: TEXT_FORMATS })).answer
}

async function prepareMp3(attacker: Attacker) {
  const { url, user } = attacker
  const { id } = await uploadRecording(user, createToneWav(1800), { name: 'A tone' })
  return () => times(6, () => get(`${url}/api/file/${id}/export/mp3`, { authorization: `bearer ${user.token}` }))
}

async function prepareReplace(attacker: Attacker) {
  const id = await addRecording(attacker, oneLetter(8_000_000))
  const body = { file_ids: [id], find: 'a', replace: 'b'.repeat(500) }
  return async () => (await post(attacker, '/ai/transcript/replace', body)).answer
}

async function prepareFind(attacker: Attacker) {
  const { user } = attacker
  const { data_filetag } = await user.folders.create({ body: { name: 'Long meetings' } })
  for (let n = 0; n < 10; n++) {
    const id = await addRecording(attacker, fiveHours())
    await user.files.change({ params: { id }, body: { filetag_id_list: [data_filetag.id] } })
  }
  return async () => (await post(attacker, '/ai/transcript/find', { find: 'e', folder_id: data_filetag.id })).answer
}

/** Uses the recordings of the previous attack. */
async function prepareSearch(attacker: Attacker) {
  const query = manyWords(200)
    .map(({ content }) => content)
    .join(' ')
    .slice(0, 300)
  return async () => (await post(attacker, '/search/recordings', { query })).answer
}

async function prepareQuestion(attacker: Attacker) {
  const id = await addRecording(attacker, manyWords(400_000))
  return async () => {
    const answers = []
    for (const topic of ['overview', 'decisions', 'numbers'])
      answers.push((await post(attacker, '/ask/questions', { question: 'What?', topic, file_id: id, language: 'en' })).answer)
    return [...new Set(answers)].join(', ')
  }
}

async function prepareStoredRequests(attacker: Attacker) {
  const id = await addRecording(attacker)
  const trans_content = sentSegments(1000, 15.7e6)
  const body = { file_id: id, prompt_type: 'trans', to_format: 'TXT', title: 'Sent', trans_content }
  return async () => (await post(attacker, '/file/document/export', body)).answer
}

async function prepareTodos(attacker: Attacker) {
  const { id, addNote } = await openNotes(attacker)
  const note_id = await addNote()
  const save = async (line: string) => {
    const body = { file_id: id, note_id, note_content: line.repeat(60_000) }
    return (await post(attacker, '/ai/update_note_info', body)).answer
  }
  // The second text is compared with the first one.
  return async () => `${await save('- [x] a\n')}, ticked off ${await save('- [ ] a\n')}`
}

async function preparePatch(attacker: Attacker) {
  const id = await addRecording(attacker)
  const trans_result = fiveHours()
  return async () => (await post(attacker, `/file/${id}`, { trans_result }, 'PATCH')).answer
}

async function prepareReadings(attacker: Attacker) {
  const id = await addRecording(attacker, fiveHours())
  return () => times(4, async () => (await post(attacker, '/file/list', [id])).answer)
}

/** Runs several calls at once and returns their distinct responses. */
const times = async (count: number, work: (n: number) => Promise<string>): Promise<string> =>
  [...new Set(await Promise.all(Array.from({ length: count }, (_, n) => work(n))))].join(', ')

async function get(address: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(address, { headers })
  await response.arrayBuffer()
  return String(response.status)
}

/** Calls the API as a program does. `link` is returned by a call that prepares a download. */
async function post({ url, user }: Attacker, path: string, body: unknown, method: 'POST' | 'PATCH' = 'POST') {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `bearer ${user.token}` },
    body: JSON.stringify(body),
  })
  const reply = (await response.json()) as { status: number; data?: string | { url?: string } }
  const link = typeof reply.data === 'string' ? reply.data : reply.data?.url
  return { answer: response.ok && reply.status !== 0 ? `refused ${reply.status}` : String(response.status), link }
}
