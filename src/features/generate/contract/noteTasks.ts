import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { MAX_NOTES, Note, NoteType } from '#features/notes/contract.ts'
import { Info, MultiSummary, TemplateId, TemplateType, busy, noTranscript, params, results, templateRefusals } from './results.ts'

/** Chosen by the client, so that a request can be repeated. */
const PostId = z.nullish(z.union([z.string().check(z.maxLength(64)), z.number()]))

/** Creates the summary again from the transcript, with another template or model (B§7). The summary before it stays as a version. */
export const SummaryRequest = z.object({
  type: TemplateId,
  type_type: TemplateType,
  post_id: PostId,
  info: Info,
  support_mul_summ: MultiSummary,
})

/** Creates a note beside the summary (B§7). */
export const NoteRequest = z.object({
  summ_type: TemplateId,
  summ_type_type: TemplateType,
  tab_name: z.nullish(z.string().check(z.maxLength(200))),
  info: Info,
  post_id: PostId,
  ppc_status: z.nullish(z.number()),
})

/** Writes a note again. What is absent stays as it was. */
export const NoteRetryRequest = z.extend(NoteRequest, {
  ori_note_id: z.string().check(z.minLength(1), z.maxLength(64)),
  ori_note_type: z.nullish(NoteType),
  ori_post_id: PostId,
  mark_memo: z.nullish(z.unknown()),
})

/** Summaries that are created again, and further notes. */
export const noteTasksContract = {
  chatllm: route({
    method: 'POST',
    path: '/ai/chatllm/:id',
    access: 'signed-in',
    summary: 'Create the summary again from the transcript; no minutes are used (B§4). The summary before it stays as a version',
    params,
    body: z._default(SummaryRequest, {}),
    refusals: { noTranscript, busy, ...templateRefusals },
    carriesResults: true,
    reply: z.object(results),
  }),
  sumNewNote: route({
    method: 'POST',
    path: '/ai/sum_new_note/:id',
    access: 'signed-in',
    summary: 'Create a note from another template. Repeating the request with the same post_id returns the same note',
    params,
    body: NoteRequest,
    refusals: {
      noTranscript,
      tooManyNotes: { status: -3, message: `A recording has ${MAX_NOTES} notes at most. Delete one first.` },
      noTemplate: { status: -4, message: 'Choose a template first.' },
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
    refusals: { noTranscript, busy, ...templateRefusals },
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
