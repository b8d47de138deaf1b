import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { FileId, flag } from '#features/files/contract.ts'
import { MAX_NOTES, Note, NoteType } from '#features/notes/contract.ts'
import {
  Info,
  MultiSummary,
  memoFields,
  MEMO_BODY,
  TemplateId,
  TemplateType,
  noTranscript,
  params,
  results,
  templateRefusals,
  tooFrequent,
} from './results.ts'

/** Chosen by the client, so that a request can be repeated. */
const PostId = z.nullish(z.union([z.string().check(z.maxLength(64)), z.number()]))

/** Longest question to a recording, as in `/ask/questions`. */
const MAX_MESSAGE = 1000
const ThreadId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/**
 * Creates the summary again from the transcript, with another template or model (B§7). The summary before it stays as a version. With
 * a `message` it asks the recording instead, and the rest does not matter.
 */
export const SummaryRequest = z.object({
  message: z.nullish(z.string().check(z.minLength(1), z.maxLength(MAX_MESSAGE), z.regex(/\S/))),
  /** The conversation that a message continues; a new one when absent. */
  thread_id: z.nullish(ThreadId),
  /** Whether the answer to a message arrives while it is written: `progress` has a line for each sentence. */
  stream: z.nullish(flag),
  type: TemplateId,
  type_type: TemplateType,
  post_id: PostId,
  info: Info,
  support_mul_summ: MultiSummary,
  ...memoFields,
})

/** Creates a note beside the summary (B§7). */
export const NoteRequest = z.object({
  summ_type: TemplateId,
  summ_type_type: TemplateType,
  tab_name: z.nullish(z.string().check(z.maxLength(200))),
  info: Info,
  post_id: PostId,
  /** Kept with the note and answered back. */
  ppc_status: z.nullish(z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000))),
  ...memoFields,
})

/** Writes a note again. What is absent stays as it was. */
export const NoteRetryRequest = z.extend(NoteRequest, {
  ori_note_id: z.string().check(z.minLength(1), z.maxLength(64)),
  ori_note_type: z.nullish(NoteType),
  ori_post_id: PostId,
})

/** The answer to a message, as one text. */
const ChatAnswer = z.object({
  thread_id: z.string(),
  answer_id: z.string(),
  /** `stopped`: what was written before the connection ended is kept. */
  state: z.enum(['writing', 'done', 'stopped', 'failed']),
  /** Markdown. Each sentence ends with links to the times it rests on, `[1:05](#t=65000)`. */
  content: z.string(),
  /** Times are in milliseconds. */
  citations: z.array(
    z.object({ file_id: FileId, segment_id: z.string(), start_ms: z.int(), end_ms: z.int(), quote: z.string() }),
  ),
})

/** Summaries that are created again, and further notes. */
export const noteTasksContract = {
  chatllm: route({
    method: 'POST',
    path: '/ai/chatllm/:id',
    access: 'signed-in',
    summary:
      'Create the summary again from the transcript, or ask the recording with `message`; no minutes are used (B§4, B§7). The summary before it stays as a version',
    params,
    body: z._default(SummaryRequest, {}),
    bodyLimit: MEMO_BODY,
    refusals: {
      noTranscript,
      tooFrequent,
      ...templateRefusals,
      askNotIncluded: { status: -15, message: 'Your plan does not include asking your recordings. A plan with it does.' },
      tooManyAnswers: { status: -16, message: 'This conversation is as long as it can be. Start a new one.' },
      tooManyThreads: { status: -17, message: 'The account has as many conversations as it can have. Delete some first.' },
    },
    carriesResults: true,
    reply: z.object({
      ...results,
      /** With a message; `content` grows from one to the next. */
      progress: z.optional(z.array(ChatAnswer)),
      data: z.optional(ChatAnswer),
    }),
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
  sumNewNote: route({
    method: 'POST',
    path: '/ai/sum_new_note/:id',
    access: 'signed-in',
    summary: 'Create a note from another template. Repeating the request with the same post_id returns the same note',
    params,
    body: NoteRequest,
    bodyLimit: MEMO_BODY,
    refusals: {
      noTranscript,
      tooManyNotes: { status: -3, message: `A recording has ${MAX_NOTES} notes at most. Delete one first.` },
      noTemplate: { status: -4, message: 'Choose a template first.' },
      tooFrequent,
      ...templateRefusals,
    },
    reply: z.object({ data: Note }),
  }),
  retrySumNote: route({
    method: 'POST',
    path: '/ai/retry_sum_note/:id',
    access: 'signed-in',
    summary: 'Write a note again, with the same template or another one. The text before it stays as a version',
    params,
    body: NoteRetryRequest,
    bodyLimit: MEMO_BODY,
    refusals: { noTranscript, tooFrequent, ...templateRefusals },
    reply: z.object({ data: Note }),
  }),
  cancelNote: route({
    method: 'POST',
    path: '/ai/cancel_note/:id/:note_id',
    access: 'signed-in',
    addsData: false,
    summary: 'Stop writing a note. A note without an earlier text is removed',
    params: z.extend(params, { note_id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    reply: z.object({}),
  }),
} as const
