import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { FileId, FilePatch, Segment } from '#features/files/contract.ts'
import { MiB } from '#shared/units.ts'
import { EditOperations, EditState, PastEdit } from './contract/edits.ts'

/** Longest recording that can be transcribed, in seconds (B§9). */
export const MAX_SECONDS = 18_000
/** Longest recording whose speakers can be told apart, in seconds (B§5, B§9). */
export const MAX_SPEAKER_SECONDS = 10_800

/** How long a client may cache a label, in seconds: one day (A§7). */
const LABEL_MAX_AGE = 86_400

export const transcriptionContract = {
  liveSegments: route({
    method: 'GET',
    path: '/ai/segments/:id',
    access: 'signed-in',
    summary: 'Get the segments transcribed so far, from number `from`; only the last may still change',
    params: z.object({ id: FileId }),
    query: z.object({ from: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0) }),
    reply: z.object({ data: z.object({ segments: z.array(Segment), total: z.int() }) }),
  }),
  label: route({
    method: 'POST',
    path: '/ai/label',
    access: 'signed-in',
    addsData: false,
    summary: 'Get the word for "Speaker" in a language; English if there is none',
    body: z.object({ language: z.string().check(z.maxLength(40)) }),
    reply: z.object({ data: z.object({ label_text: z.string() }) }),
    cache: LABEL_MAX_AGE,
  }),
} as const

const params = z.object({ id: FileId })
const conflict = { status: -9, message: 'This text was changed elsewhere meanwhile. Load it again, then repeat the change.' }

/** Editing transcripts (B§7). Every edit is a step over the machine's version that can be undone. */
export const editsContract = {
  updateSource: route({
    method: 'POST',
    path: '/ai/update_source_info',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Edit a transcript: operations on top of a version, or a whole transcript',
    body: z.object({
      file_id: FileId,
      /** The version on which the operations are based; the latest one when missing. */
      base_version: z.optional(z.int().check(z.minimum(0))),
      operations: z.optional(EditOperations),
      trans_result: FilePatch.shape.trans_result,
    }),
    bodyLimit: 64 * MiB,
    reply: z.object({ data: EditState }),
    refusals: {
      conflict,
      noTranscript: { status: -7, message: 'This recording has no transcript.' },
      tooManyEdits: { status: -10, message: 'This transcript has too many edits. Transcribe it again to start over.' },
    },
  }),
  querySource: route({
    method: 'GET',
    path: '/ai/query_source',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Get the transcript of one file as a source, given by the header file-id or the query file_id',
    headers: z.object({ 'file-id': z.optional(z.string().check(z.maxLength(64))) }),
    query: z.object({ file_id: z.optional(z.string().check(z.maxLength(64))) }),
    reply: z.object({
      data: z.array(
        z.object({
          data_id: z.string(),
          data_type: z.literal('transaction'),
          data_title: z.string(),
          /** JSON text of the segments. */
          data_content: z.string(),
          data_link: z.string(),
        }),
      ),
    }),
  }),
  editState: route({
    method: 'GET',
    path: '/ai/transcript/:id',
    access: 'signed-in',
    summary: 'Get the version of a transcript, and whether there is something to undo or redo',
    params,
    reply: z.object({ data: EditState }),
  }),
  machineVersion: route({
    method: 'GET',
    path: '/ai/transcript/:id/machine',
    access: 'signed-in',
    summary: "Get the machine's version of a transcript, without edits",
    params,
    reply: z.object({ data: z.object({ segments: z.array(Segment) }) }),
  }),
  undoEdit: route({
    method: 'POST',
    path: '/ai/transcript/:id/undo',
    access: 'signed-in',
    summary: 'Undo the latest edit of a transcript, or redo the one undone last',
    params,
    body: z.object({ base_version: z.int().check(z.minimum(0)), direction: z._default(z.enum(['undo', 'redo']), 'undo') }),
    reply: z.object({ data: EditState }),
    refusals: { conflict, nothingToDo: { status: -11, message: 'There is nothing to undo or redo.' } },
  }),
  editHistory: route({
    method: 'GET',
    path: '/ai/transcript/:id/history',
    access: 'signed-in',
    summary: 'List the edits of a transcript, newest first, before the edit with a number',
    params,
    query: z.object({
      before: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_000_000_000)), 2_000_000_000),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    }),
    reply: z.object({ data: z.array(PastEdit) }),
  }),
} as const
