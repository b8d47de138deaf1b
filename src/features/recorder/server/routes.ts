import type { FastifyInstance } from 'fastify'
import { readFullFiles, readFileOfBlob } from '#features/files/server.ts'
import { refusalOfAudioError } from '#features/upload/server.ts'
import { unixSeconds } from '#shared/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { AudioError } from '#platform/audio/audio.ts'
import { type UnfinishedRecording, recorderContract } from '../contract.ts'
import { countContiguousPieces } from '../rules.ts'
import { beginRecording } from './beginRecording.ts'
import { type FinishResult, discardRecording, finishRecording } from './finishRecording.ts'
import { type RecordingRow, listOpen, listPieces, readRecording } from './store.ts'

export function recorderRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'recorder', recorderContract, {
    begin: async ({ body, caller, refuse }) => {
      const outcome = await beginRecording(ctx, caller.userId, body)
      if (outcome !== 'begun') refuse(outcome)
      return { data: { recording_id: body.recording_id } }
    },
    finish: async ({ params, body, caller, refuse }) => {
      const finished = await catchRefusals(() => finishRecording(ctx, caller.userId, params.recording_id, body))
      if (finished === 'gone') return refuse('recordingGone')
      if (typeof finished === 'string') return refuse(finished)
      const [file] = await readFullFiles(ctx, caller.userId, [finished.file_id])
      return { data_file: file ?? refuse('recordingGone') }
    },
    unfinished: async ({ caller }) => {
      const rows = await listOpen(ctx, caller.userId)
      return { data: { list: await Promise.all(rows.map((row) => toUnfinishedRecording(ctx, row))) } }
    },
    pieces: async ({ params, caller, refuse }) => {
      const recording = await readRecording(ctx, caller.userId, params.recording_id)
      if (!recording) throw new NotFound()
      if (recording.state === 'discarded') refuse('recordingGone')
      const numbers = (await listPieces(ctx, recording)).map(({ number }) => number)
      if (recording.state === 'open') return { data: { numbers, file_id: null, made_of: null } }
      const file = (await readFileOfBlob(ctx, caller.userId, recording.blob_key ?? '')) ?? refuse('recordingGone')
      return { data: { numbers, file_id: file.file_id, made_of: recording.made_of } }
    },
    discard: async ({ params, caller }) => {
      await discardRecording(ctx, caller.userId, params.recording_id)
      return {}
    },
  })
}

async function catchRefusals(finish: () => Promise<FinishResult>): Promise<FinishResult | 'notSound' | 'tooLong' | 'noRoom'> {
  try {
    return await finish()
  } catch (error) {
    if (error instanceof AudioError) return refusalOfAudioError(error)
    if (error instanceof BlobError && error.kind === 'no-room') return 'noRoom'
    throw error
  }
}

async function toUnfinishedRecording(ctx: AppContext, row: RecordingRow): Promise<UnfinishedRecording> {
  return {
    recording_id: row.recording_id,
    filename: row.filename,
    start_time: unixSeconds(row.start_time),
    pieces: countContiguousPieces((await listPieces(ctx, row)).map(({ number }) => number)),
    bytes: row.bytes,
    duration: row.duration_ms,
    last_piece_at: unixSeconds(row.heard_at),
  }
}
