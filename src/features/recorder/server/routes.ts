import type { FastifyInstance } from 'fastify'
import { readFullFiles, readFileOfBlob } from '#features/files/server.ts'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { type UnfinishedRecording, recorderContract } from '../contract.ts'
import { countContiguousPieces } from '../rules.ts'
import { beginRecording } from './beginRecording.ts'
import { discardRecording, finishRecording } from './finishRecording.ts'
import { getLiveWords } from './live/liveWords.ts'
import { type RecordingRow, listOpen, listPieces, readRecording } from './store.ts'

export function recorderRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'recorder', recorderContract, {
    begin: async ({ body, caller, refuse }) => {
      const refusal = await beginRecording(ctx, caller.userId, body)
      if (refusal) return refuse(refusal.refused)
      return { data: { recording_id: body.recording_id } }
    },
    finish: async ({ params, body, caller, refuse }) => {
      const finished = await finishRecording(ctx, caller.userId, params.recording_id, body)
      if ('refused' in finished) return refuse(finished.refused)
      const [file] = await readFullFiles(ctx, caller.userId, [finished.file_id])
      return { data_file: file ?? refuse('recordingDeleted') }
    },
    unfinished: async ({ caller }) => {
      const rows = await listOpen(ctx, caller.userId)
      return { data: { list: await Promise.all(rows.map((row) => toUnfinishedRecording(ctx, row))) } }
    },
    pieces: async ({ params, caller, refuse }) => {
      const recording = await readRecording(ctx, caller.userId, params.recording_id)
      if (!recording) throw new NotFound()
      if (recording.state === 'discarded') refuse('recordingDeleted')
      const numbers = (await listPieces(ctx, recording)).map(({ number }) => number)
      if (recording.state === 'open') return { data: { numbers, file_id: null, piece_count: null } }
      const file = (await readFileOfBlob(ctx, caller.userId, recording.blob_key ?? '')) ?? refuse('recordingDeleted')
      return { data: { numbers, file_id: file.file_id, piece_count: recording.piece_count } }
    },
    words: async ({ params, query, caller }) => {
      const recording = await readRecording(ctx, caller.userId, params.recording_id)
      if (!recording) throw new NotFound()
      return { data: await getLiveWords(ctx, recording, query.from) }
    },
    discard: async ({ params, caller }) => {
      await discardRecording(ctx, caller.userId, params.recording_id)
      return {}
    },
  })
}

async function toUnfinishedRecording(ctx: AppContext, row: RecordingRow): Promise<UnfinishedRecording> {
  return {
    recording_id: row.recording_id,
    filename: row.filename,
    start_time: unixSeconds(row.start_time),
    pieces: countContiguousPieces((await listPieces(ctx, row)).map(({ number }) => number)),
    bytes: row.bytes,
    duration: row.duration_ms,
    last_piece_at: unixSeconds(row.last_piece_at),
  }
}
