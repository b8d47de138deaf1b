import { describe, expect, it } from 'vitest'
import type { Note } from '#features/notes/contract.ts'
import { maxTemplates } from '#features/templates/rules.ts'
import { executeSql } from '#platform/db/db.ts'
import type { LlmErrorKind } from '#platform/llm/llm.ts'
import type { ScriptedOutcome } from '#platform/speech/scriptedSpeech.ts'
import {
  type BreakableServer,
  PLAN_LENGTH,
  breakableServer,
  changeWhileQueued,
  readFileCode,
  readNoteCode,
  upload,
  uploadTranscribed,
} from '#test/server/breakableServer.ts'
import { Unreachable } from '#shared/client.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { aSubmission, publishOne } from '#test/server/templates.ts'
import { useMinutes as chargeMinutes } from '#test/server/useMinutes.ts'
import { createClients } from '#test/server/user.ts'
import { ERROR_CATALOGUE, type FailureKind, type FailurePlace, describeFailure, startFailureCode } from '../rules.ts'

const CONTENT = '# Decisions\nWhat was decided.\n# Open\nWhat is open.'
const NONE = { summaries: null, questions: null, requests: null }
/** A request with a chosen language model, which gets its text or the reason why there is none. */
const CHOSEN_MODEL = { info: JSON.stringify({ llm: 'scripted' }) }
const SEGMENT = { id: '1', start_time: 0, end_time: 900, speaker: '', original_speaker: '', content: 'Hello there.' }

type Produce = (breakable: BreakableServer) => Promise<number>
type Place = 'file' | 'note'
type Template = { id: string; type: string }

/** Transcribes a recording with an engine that does this. */
const transcribeWith =
  (outcome: ScriptedOutcome, { seconds = 12 } = {}): Produce =>
  async (breakable) => {
    const id = await upload(breakable, { seconds })
    breakable.engines.speech = outcome
    await breakable.user.generate.transsumm({ params: { id }, body: {} })
    return readFileCode(breakable, id)
  }

/** Starts what is written at a place: the summary again, or another note. */
async function startText({ user }: BreakableServer, place: Place, id: string, { template = MEETING, ...body }: TextOptions = {}) {
  const { id: type, type: type_type } = template
  if (place === 'file') return user.generate.chatllm({ params: { id }, body: { type, type_type, post_id: 'p-1', ...body } })
  return user.generate.sumNewNote({
    params: { id },
    body: { summ_type: type, summ_type_type: type_type, post_id: 'p-1', ...body },
  })
}

type TextOptions = { template?: Template; info?: string }

const MEETING: Template = { id: 'MEETING', type: 'system' }

const readCode = (place: Place) => (place === 'file' ? readFileCode : readNoteCode)

/** Writes with a chosen language model that fails like this. */
const writeWith =
  (llm: LlmErrorKind | 'bug', place: Place): Produce =>
  async (breakable) => {
    const id = await uploadTranscribed(breakable)
    breakable.engines.llm = llm
    await startText(breakable, place, id, CHOSEN_MODEL)
    return readCode(place)(breakable, id)
  }

/** Writes with a chosen language model when the uses of the day are used up. */
const writeUsedUp =
  (place: Place): Produce =>
  async (breakable) => {
    const id = await uploadTranscribed(breakable)
    const limits = { person: { ...NONE, summaries: 0 }, server: NONE }
    await breakable.operator.languageModels.limit({ body: limits })
    await startText(breakable, place, id, CHOSEN_MODEL)
    return readCode(place)(breakable, id)
  }

/** Writes from a template that is no longer usable when its turn comes. */
const writeAfter =
  (
    place: Place,
    create: (breakable: BreakableServer) => Promise<Template>,
    change: (b: BreakableServer, t: Template) => unknown,
  ): Produce =>
  async (breakable) => {
    const id = await uploadTranscribed(breakable)
    const template = await create(breakable)
    await changeWhileQueued(breakable, {
      start: () => startText(breakable, place, id, { template }),
      change: async () => change(breakable, template),
    })
    return readCode(place)(breakable, id)
  }

async function createCustom({ user }: BreakableServer): Promise<Template> {
  const { data } = await user.customTemplates.create({ body: { name: 'Mine', content: CONTENT } })
  return { id: data!.id, type: 'custom' }
}

async function publishTemplate({ server, operator }: BreakableServer): Promise<Template> {
  await setMembershipTier(server, operator.id, 'pro')
  return { id: await publishOne(operator, operator, aSubmission), type: 'community' }
}

const removeTemplate = ({ user }: BreakableServer, { id }: Template) => user.customTemplates.remove({ params: { id } })
const endPlan = ({ server }: BreakableServer) => server.clock.advance(PLAN_LENGTH + 1000)

/** Writes from a transcript that is removed before its turn comes. */
const writeWithoutTranscript =
  (place: Place): Produce =>
  async (breakable) => {
    const id = await uploadTranscribed(breakable)
    await changeWhileQueued(breakable, {
      start: () => startText(breakable, place, id),
      change: () => breakable.user.files.change({ params: { id }, body: { trans_result: [] } }),
    })
    return readCode(place)(breakable, id)
  }

const withUnlimitedMinutes =
  (produce: Produce): Produce =>
  async (breakable) => {
    await setMembershipTier(breakable.server, breakable.user.id, 'unlimited')
    return produce(breakable)
  }

const exceedMinutes: Produce = async (breakable) => {
  const { server, user } = breakable
  const id = await upload(breakable)
  const { seconds_left } = (await user.me.me({})).data_user
  await chargeMinutes(server, user.id, seconds_left - 11, 'before')
  return (await expectRefusal(user.generate.transsumm({ params: { id }, body: {} }))).status
}

const transcribeSixHours: Produce = async (breakable) => {
  const { server, user } = breakable
  const id = await upload(breakable)
  await executeSql(server.ctx.db, 'update file set duration_ms = 21600000 where file_id = $1', [id])
  await user.generate.transsumm({ params: { id }, body: {} })
  return readFileCode(breakable, id)
}

const writeTooShort: Produce = async (breakable) => {
  const id = await uploadTranscribed(breakable)
  await breakable.user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
  await startText(breakable, 'note', id)
  return readNoteCode(breakable, id)
}

const separateSpeakers: Produce = async (breakable) => {
  const id = await uploadTranscribed(breakable, { name: 'speakers fail' })
  await breakable.user.generate.separateSpeakers({ params: { id }, body: { speakers: null } })
  return readFileCode(breakable, id)
}

/** Only the page can tell that the server does not answer, so it gives the code. */
const loseConnection: Produce = async ({ user }) => {
  const { generate } = createClients(`http://127.0.0.1:${await findFreePort()}`, user.credentials)
  await expect(generate.transsumm({ params: { id: 'a' }, body: {} })).rejects.toThrow('fetch failed')
  // `send` of the page throws this instead.
  return startFailureCode(new Unreachable('network'), 'transcription') ?? 0
}

/** A code, the place where it is produced, what happens there, and how. */
const PRODUCERS: readonly (readonly [code: number, place: Place, sentence: string, produce: Produce])[] = [
  [-1, 'file', 'the minutes do not cover the recording', exceedMinutes],
  [-1, 'note', 'the chosen language model may not be used any more today', writeUsedUp('note')],
  [-3, 'file', 'the summary stops with a bug', writeWith('bug', 'file')],
  [-3, 'note', 'the note stops with a bug', writeWith('bug', 'note')],
  [-5, 'file', 'the speech engine keeps failing and no minutes were held', withUnlimitedMinutes(transcribeWith('die'))],
  [-6, 'file', 'the speech engine keeps failing and the minutes come back', transcribeWith('die')],
  [-7, 'file', 'nothing is said', transcribeWith('silent')],
  [-8, 'file', 'the recording is longer than five hours', withUnlimitedMinutes(transcribeSixHours)],
  [-11, 'file', 'the plan with custom templates ends', writeAfter('file', createCustom, endPlan)],
  [-11, 'note', 'the plan with custom templates ends', writeAfter('note', createCustom, endPlan)],
  [-12, 'file', 'the template is deleted', writeAfter('file', createCustom, removeTemplate)],
  [-12, 'note', 'the template is deleted', writeAfter('note', createCustom, removeTemplate)],
  [-13, 'file', 'the plan with templates of the community ends', writeAfter('file', publishTemplate, endPlan)],
  [-13, 'note', 'the plan with templates of the community ends', writeAfter('note', publishTemplate, endPlan)],
  [-110, 'file', 'the speech engine is not available', transcribeWith({ fail: 'unavailable' })],
  [-111, 'file', 'two words are said', transcribeWith('transcribe', { seconds: 1 })],
  [-111, 'note', 'two words are left of the transcript', writeTooShort],
  [-112, 'file', 'the speech server refuses the request', transcribeWith({ fail: 'refused' })],
  [-900_110, 'file', 'the chosen language model does not answer', writeWith('timeout', 'file')],
  [-900_110, 'note', 'the chosen language model does not answer', writeWith('server', 'note')],
  [-900_112, 'file', 'the chosen language model refuses the key', writeWith('auth', 'file')],
  [-900_112, 'note', 'the chosen language model refuses the key', writeWith('rate-limit', 'note')],
  [-900_112, 'file', 'the chosen language model may not be used any more today', writeUsedUp('file')],
  [-1001, 'file', 'the speakers cannot be separated', separateSpeakers],
  [-1002, 'file', 'the speech model is missing', transcribeWith({ fail: 'model-missing' })],
  [-1002, 'file', 'the speech model is damaged', transcribeWith({ fail: 'model-damaged' })],
  [-2001, 'file', 'the answer of the chosen language model cannot be used', writeWith('unusable-answer', 'file')],
  [-2002, 'note', 'the request is longer than the chosen language model reads', writeWith('too-long', 'note')],
  [-100_101, 'file', 'the speech engine does not know the language', transcribeWith({ fail: 'language' })],
  [-100_102, 'file', 'there is no transcript any more', writeWithoutTranscript('file')],
  [-100_102, 'note', 'there is no transcript any more', writeWithoutTranscript('note')],
  [-100_200, 'file', 'the server cannot be reached', loseConnection],
]

describe('each row of the catalogue is produced by the server (B§8)', () => {
  it.each(PRODUCERS)('%i at a %s: %s', async (code, place, _, produce) => {
    await using breakable = await breakableServer()
    expect(await produce(breakable)).toBe(code)
  })

  it('without exception, at each place where it has a reading of its own', () => {
    const produced = new Set(PRODUCERS.map(([code, place]) => keyOf(describeFailure(code, place), place)))
    const rows = ERROR_CATALOGUE.flatMap((row) => placesOf(row).map((place) => keyOf(row, place)))
    expect(rows.filter((row) => !produced.has(row))).toEqual([])
  })

  it('with the same reading among the highlights as in a note', () => {
    for (const row of ERROR_CATALOGUE.filter(({ places }) => places?.some((place) => place === 'highlights'))) {
      const code = typeof row.codes === 'number' ? row.codes : row.codes[0]
      expect(describeFailure(code, 'highlights')).toBe(describeFailure(code, 'note'))
      expect(describeFailure(code, 'highlights')).not.toBe(describeFailure(code, 'file'))
    }
  })
})

/** Highlights are made by the user and cannot fail by themselves. They share the readings of notes. */
const placesOf = ({ places = ['file'] }: FailureKind): readonly FailurePlace[] => places.filter((place) => place !== 'highlights')

const keyOf = (row: FailureKind, place: FailurePlace): string => `${row.name} ${String(row.codes)} at a ${place}`

/** Sends the request of a failed note again, as the page does. */
const retryNote = ({ user }: BreakableServer, id: string, note: Note) =>
  user.generate.retrySumNote({
    params: { id },
    body: {
      ori_note_id: note.note_id,
      ori_note_type: note.note_type,
      ori_post_id: note.data_post_id,
      post_id: note.data_post_id,
    },
  })

const readNotes = async ({ user }: BreakableServer, id: string) =>
  (await user.notes.queryNote({ headers: { 'file-id': id }, query: {} })).data

const repair = ({ engines, server }: BreakableServer) => {
  Object.assign(engines, { speech: 'transcribe', llm: 'works' })
  server.clock.advance(1000)
}

describe('a retry of what has failed keeps its ids and works (B§4)', () => {
  it('a transcription', async () => {
    await using breakable = await breakableServer()
    const { server, user } = breakable
    const id = await upload(breakable)
    breakable.engines.speech = 'die'
    await user.generate.transsumm({ params: { id }, body: {} })
    expect(await readFileCode(breakable, id)).toBe(-6)
    repair(breakable)
    await user.generate.transsumm({ params: { id }, body: { is_reload: 1 } })
    await server.waitForJobs()
    expect((await user.generate.status({})).data_tasks[0]).toMatchObject({ file_id: id, stage: 'done', status: 1 })
  })

  it('the separation of speakers', async () => {
    await using breakable = await breakableServer()
    const { server, user } = breakable
    const id = await uploadTranscribed(breakable, { name: 'speakers fail' })
    const separate = () => user.generate.separateSpeakers({ params: { id }, body: { speakers: null } })
    await separate()
    expect(await readFileCode(breakable, id)).toBe(-1001)
    await user.files.change({ params: { id }, body: { filename: 'speakers 2' } })
    server.clock.advance(1000)
    await separate()
    await server.waitForJobs()
    expect((await user.generate.status({})).data_tasks[0]).toMatchObject({ file_id: id, stage: 'done', status: 1 })
  })

  it('the summary after a transcription, which is listed with the summaries', async () => {
    await using breakable = await breakableServer()
    const { server, user, engines } = breakable
    const id = await upload(breakable, { seconds: 25 })
    engines.llm = 'timeout'
    await user.generate.transsumm({ params: { id }, body: CHOSEN_MODEL })
    expect(await readFileCode(breakable, id)).toBe(-900_110)
    const { data_transsumm } = await user.generate.status({})
    expect(data_transsumm).toEqual({
      files_trans: [{ file_id: id, status: 1 }],
      files_summ: [{ file_id: id, status: -900_110 }],
    })
    repair(breakable)
    await user.generate.transsumm({ params: { id }, body: { is_reload: 1 } })
    await server.waitForJobs()
    const done = await user.generate.transsumm({ params: { id }, body: {} })
    expect(done).toMatchObject({ status: 1 })
    expect(JSON.parse(done.data_result_summ!)).toMatchObject({ form: { engine: { kind: 'llm' } } })
  })

  it('a note, with its text in the same place', async () => {
    await using breakable = await breakableServer()
    const { server, engines } = breakable
    const id = await uploadTranscribed(breakable, { seconds: 25 })
    const template = await createCustom(breakable)
    engines.llm = 'unusable-answer'
    await startText(breakable, 'note', id, { template, ...CHOSEN_MODEL })
    expect(await readNoteCode(breakable, id)).toBe(-2001)
    const [, failed] = await readNotes(breakable, id)
    repair(breakable)
    await retryNote(breakable, id, failed!)
    await server.waitForJobs()
    const notes = await readNotes(breakable, id)
    const { note_id, note_type, data_post_id } = failed!
    expect(notes).toHaveLength(2)
    expect(notes[1]).toMatchObject({ note_id, note_type, data_post_id, task_status: 1, error_code: '' })
    expect(notes[1]).toMatchObject({ template: { id: template.id }, extra: { form: { engine: { kind: 'llm' } } } })
  })
})

describe('codes of B§8 and B§4 that are answers to a request', () => {
  const send: Record<string, (breakable: BreakableServer) => Promise<unknown>> = {
    '-2: the recording is being processed': async (breakable) => {
      const { user, engines } = breakable
      const id = await uploadTranscribed(breakable)
      engines.speech = 'hang'
      await user.generate.transsumm({ params: { id }, body: { is_reload: 1, operate_type: 'reTranscribe' } })
      try {
        return await user.generate.chatllm({ params: { id }, body: { post_id: 'p-1' } })
      } finally {
        await user.generate.cancel({ params: { id } })
      }
    },
    '-2: a new folder has the name of another one': async ({ user }) => {
      await user.folders.create({ body: { name: 'Interviews' } })
      return user.folders.create({ body: { name: 'Interviews' } })
    },
    '-2: a folder gets the name of another one': async ({ user }) => {
      await user.folders.create({ body: { name: 'Interviews' } })
      const { data_filetag } = await user.folders.create({ body: { name: 'Calls' } })
      return user.folders.change({ params: { id: data_filetag.id }, body: { name: 'Interviews' } })
    },
    '-14: speakers are separated over three hours': async (breakable) => {
      const { server, user } = breakable
      const id = await upload(breakable)
      await executeSql(server.ctx.db, 'update file set duration_ms = 10801000 where file_id = $1', [id])
      return user.generate.transsumm({ params: { id }, body: { info: '{"diarization":1}' } })
    },
    '-1: the plan has no custom templates': ({ operator }) =>
      operator.customTemplates.create({ body: { name: 'Mine', content: CONTENT } }),
    '-2: there are as many custom templates as the plan allows': async (breakable) => {
      await createCustom(breakable)
      await executeSql(
        breakable.server.ctx.db,
        `insert into template (user_id, template_id, status, author_email, author_name, comment, latest_version, created_at)
         select user_id, 't' || n, status, '', '', '', 1, created_at from template, generate_series(2, $1) n`,
        [maxTemplates('pro').custom],
      )
      return createCustom(breakable)
    },
    '-4: a note is requested without a template': async (breakable) => {
      const id = await uploadTranscribed(breakable)
      return breakable.user.generate.sumNewNote({ params: { id }, body: { summ_type: 'AUTO-SELECT' } })
    },
    '-7: a note is requested without a transcript': async (breakable) => startText(breakable, 'note', await upload(breakable)),
    '-12: the template does not exist': async (breakable) =>
      startText(breakable, 'note', await uploadTranscribed(breakable), { template: { id: 'NO-SUCH', type: 'system' } }),
    '-5: there is no welcome file for the account': ({ user }) => user.generate.welcome({ body: { lang: 'en_US' } }),
    '-401: there is no session': ({ server }) => createClients(server.url, {}).generate.status({}),
  }

  it.each(Object.keys(send))('%s', async (sentence) => {
    await using breakable = await breakableServer()
    expect((await expectRefusal(send[sentence]!(breakable))).status).toBe(Number.parseInt(sentence, 10))
  })
})
