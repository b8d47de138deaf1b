import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { FileId } from '#features/files/contract.ts'
import { ModelFailureInfo } from '#features/notes/contract.ts'

export const MAX_QUESTION = 1000
/** Maximum number of threads of a user, and of questions in a thread. */
export const MAX_THREADS = 2000
export const MAX_ANSWERS = 200
export const MAX_THREAD_TITLE = 120
/** Maximum number of recordings listed in a scope. */
export const MAX_SCOPE_FILES = 200

const Id = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const Name = z.string().check(z.maxLength(200))
const names = z._default(z.array(Name).check(z.maxLength(200)), [])
/** The end of the year 9999. */
const date = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999))

/**
 * The recordings that a question is about. An empty list means all. `folder_ids` may contain '' for recordings without a folder;
 * with `speakers`, only what they say is read. Dates are in unix milliseconds and inclusive.
 */
export const AskScope = z.object({
  file_ids: z._default(z.array(FileId).check(z.maxLength(MAX_SCOPE_FILES)), []),
  folder_ids: names,
  speakers: names,
  date_from: z.optional(date),
  date_to: z.optional(date),
})
export type AskScope = z.infer<typeof AskScope>

/** The topic of a suggested question. Without a language model, such a question is answered from the whole recording. */
export const AskTopic = z.enum(['overview', 'decisions', 'actions', 'questions', 'numbers'])
export type AskTopic = z.infer<typeof AskTopic>

/** A passage that supports a sentence. Times are in milliseconds from the start of the recording. */
export const AskCitation = z.object({
  file_id: FileId,
  segment_id: z.string(),
  start_ms: z.int(),
  end_ms: z.int(),
  /** The words of the transcript at the time of the answer. */
  quote: z.string(),
})
export type AskCitation = z.infer<typeof AskCitation>

/** A complete sentence in plain text. Each has at least one citation; without one it is not shown. */
export const AskSentence = z.object({
  text: z.string(),
  /** Whether it is related to the question but does not answer it. */
  is_related: z.boolean(),
  citations: z.array(AskCitation),
})
export type AskSentence = z.infer<typeof AskSentence>

/** The sources of an answer. */
export const AskSources = z.object({
  passages: z.int(),
  recordings: z.int(),
  /** The duration of the one recording that was read in full, in milliseconds; null when passages were read. */
  whole_ms: z.nullable(z.int()),
})
export type AskSources = z.infer<typeof AskSources>

/** Why an answer consists of quotes. `unsupported`: no sentence of the language model was supported by its citation. */
export const NoModel = z.enum(['notConfigured', 'personLimit', 'serverLimit', 'modelFailed', 'unsupported'])
export type NoModel = z.infer<typeof NoModel>

export const AskAnswer = z.object({
  answer_id: Id,
  question: z.string(),
  scope: AskScope,
  /** `stopped`: the sentences from before the connection ended are kept. */
  state: z.enum(['writing', 'done', 'stopped', 'failed']),
  /** The language model that wrote it; null for quotes. */
  engine: z.nullable(z.string()),
  no_model: z.nullable(NoModel),
  /** The language model that failed, and why. */
  model_failure: z.optional(ModelFailureInfo),
  sources: AskSources,
  sentences: z.array(AskSentence),
  /** The part of the question that the recordings do not answer; '' for none in particular, null when nothing is missing. */
  missing: z.nullable(z.string()),
  /** Number of sentences that were dropped because their citations did not support them. */
  left_out: z.int(),
  /** Unix seconds. */
  made_at: z.int(),
})
export type AskAnswer = z.infer<typeof AskAnswer>

export const AskThread = z.object({
  thread_id: Id,
  title: z.string(),
  /** The recording of the thread; null for several. */
  file_id: z.nullable(FileId),
  /** Unix seconds. */
  made_at: z.int(),
  changed_at: z.int(),
})
export type AskThread = z.infer<typeof AskThread>

/** The state of a streaming answer, which replaces the previous one. */
const AskProgress = z.object({ thread: AskThread, answer: AskAnswer })
export type AskProgress = z.infer<typeof AskProgress>

/** Returns the last progress in a reply of `ask` that is still arriving, which has one line per state. */
export function readAskProgress(text: string): AskProgress | undefined {
  const last = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .findLast((line) => /^,?\{"thread"/.test(line))
  return last === undefined ? undefined : (JSON.parse(last.replace(/^,/, '')) as AskProgress)
}

/** A question that the recordings can answer. `topic` and `value` identify it; the page words it in its language. */
export const AskSuggestion = z.object({
  kind: z.enum([...AskTopic.options, 'speaker', 'subject']),
  /** The name of the speaker or the subject; otherwise ''. */
  value: z.string(),
})
export type AskSuggestion = z.infer<typeof AskSuggestion>

const threadParams = z.object({ thread_id: Id })
const answerParams = z.object({ thread_id: Id, answer_id: Id })
const limits = [{ per: 'user', max: 30, within: minutes(1) }] as const
const refusals = {
  notIncluded: { status: -13, message: 'Your plan does not include asking your recordings. A plan with it does.' },
  nothingToRead: { status: -7, message: 'None of these recordings has a transcript yet. Transcribe one first.' },
  tooManyAnswers: { status: -3, message: `A thread has ${MAX_ANSWERS} questions at most. Start a new one.` },
} as const
const reply = z.object({
  /** One entry per sentence. */
  progress: z.array(AskProgress),
  data: AskProgress,
})

export const askContract = {
  ask: route({
    method: 'POST',
    path: '/ask/questions',
    access: 'signed-in',
    mayNotExist: true,
    summary:
      'Ask a question about recordings. Each sentence of the answer has citations. The reply is streamed; no minutes are used',
    body: z.object({
      question: z.string().check(z.minLength(1), z.maxLength(MAX_QUESTION), z.regex(/\S/)),
      /** The thread to continue; a new one when absent. */
      thread_id: z.nullish(Id),
      /** The recording of a new thread. */
      file_id: z.nullish(FileId),
      scope: z.nullish(AskScope),
      topic: z.nullish(AskTopic),
      /** The reader's language, for questions whose language cannot be detected. */
      language: z.nullish(z.string().check(z.maxLength(20))),
    }),
    refusals: {
      ...refusals,
      tooManyThreads: { status: -4, message: `An account has ${MAX_THREADS} threads at most. Delete some first.` },
    },
    reply,
    limits,
  }),
  retry: route({
    method: 'POST',
    path: '/ask/threads/:thread_id/answers/:answer_id/retry',
    access: 'signed-in',
    summary: 'Answer a question again, replacing the previous answer',
    params: answerParams,
    refusals: { notIncluded: refusals.notIncluded, nothingToRead: refusals.nothingToRead },
    reply,
    limits,
  }),
  threads: route({
    method: 'GET',
    path: '/ask/threads',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'List the threads of the library, or those about one recording, latest first',
    query: z.object({ file_id: z.optional(FileId) }),
    reply: z.object({ data: z.array(AskThread) }),
  }),
  thread: route({
    method: 'GET',
    path: '/ask/threads/:thread_id',
    access: 'signed-in',
    summary: 'Get a thread with its answers, oldest first',
    params: threadParams,
    reply: z.object({ data: z.object({ thread: AskThread, answers: z.array(AskAnswer) }) }),
  }),
  rename: route({
    method: 'PATCH',
    path: '/ask/threads/:thread_id',
    access: 'signed-in',
    summary: 'Rename a thread',
    params: threadParams,
    body: z.object({ title: z.string().check(z.minLength(1), z.maxLength(MAX_THREAD_TITLE), z.regex(/\S/)) }),
    reply: z.object({ data: AskThread }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/ask/threads/:thread_id',
    access: 'signed-in',
    addsData: false,
    summary: 'Delete a thread; it can be restored for an hour',
    params: threadParams,
    reply: z.object({}),
  }),
  restore: route({
    method: 'POST',
    path: '/ask/threads/:thread_id/restore',
    access: 'signed-in',
    addsData: false,
    summary: 'Restore a thread that was deleted within the last hour',
    params: threadParams,
    reply: z.object({ data: AskThread }),
  }),
  saveAsNote: route({
    method: 'POST',
    path: '/ask/threads/:thread_id/answers/:answer_id/note',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Save an answer as a note of a recording that it cites',
    params: answerParams,
    body: z.object({ file_id: FileId }),
    refusals: {
      notCited: { status: -2, message: 'The answer rests on nothing in this recording. Choose one that it cites.' },
      tooManyNotes: { status: -3, message: 'This recording has as many notes as it can have. Delete one first.' },
    },
    reply: z.object({ data: z.object({ file_id: FileId, note_id: z.string() }) }),
  }),
  suggestions: route({
    method: 'GET',
    path: '/ask/suggestions',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'List questions that one recording, or the latest ones, can answer',
    query: z.object({ file_id: z.optional(FileId) }),
    reply: z.object({ data: z.array(AskSuggestion) }),
  }),
} as const
