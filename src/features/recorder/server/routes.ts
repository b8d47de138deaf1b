import type { FastifyInstance } from 'fastify'
import { readFullFiles, readFileOfBlob } from '#features/files/server.ts'
import { refusalOfSound } from '#features/upload/server.ts'
import { unixSeconds } from '#kit/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { SoundError } from '#platform/sound/sound.ts'
import { type UnfinishedRecording, recorderContract } from '../contract.ts'
import { piecesInARow } from '../rules.ts'
import { beginRecording } from './beginRecording.ts'
import { type Finished, discardRecording, finishRecording } from './finishRecording.ts'
import { type RecordingRow, listOpen, listPieces, readRecording } from './store.ts'

export function recorderRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'recorder', recorderContract, {
    begin: async ({ body, caller, refuse }) => {
      const outcome = await beginRecording(ground, caller.userId, body)
      if (outcome !== 'begun') refuse(outcome)
      return { data: { recording_id: body.recording_id } }
    },
    finish: async ({ params, body, caller, refuse }) => {
      const finished = await orRefusal(() => finishRecording(ground, caller.userId, params.recording_id, body))
      if (finished === 'gone') return refuse('recordingGone')
      if (typeof finished === 'string') return refuse(finished)
      const [file] = await readFullFiles(ground, caller.userId, [finished.file_id])
      return { data_file: file ?? refuse('recordingGone') }
    },
    unfinished: async ({ caller }) => {
      const rows = await listOpen(ground, caller.userId)
      return { data: { list: await Promise.all(rows.map((row) => toUnfinished(ground, row))) } }
    },
    pieces: async ({ params, caller, refuse }) => {
      const recording = await readRecording(ground, caller.userId, params.recording_id)
      if (!recording) throw new NotFound()
      if (recording.state === 'discarded') refuse('recordingGone')
      const numbers = (await listPieces(ground, recording)).map(({ number }) => number)
      if (recording.state === 'open') return { data: { numbers, file_id: null, made_of: null } }
      const file = (await readFileOfBlob(ground, caller.userId, recording.blob_key ?? '')) ?? refuse('recordingGone')
      return { data: { numbers, file_id: file.file_id, made_of: recording.made_of } }
    },
    discard: async ({ params, caller }) => {
      await discardRecording(ground, caller.userId, params.recording_id)
      return {}
    },
  })
}

async function orRefusal(work: () => Promise<Finished>): Promise<Finished | 'notSound' | 'tooLong' | 'noRoom'> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SoundError) return refusalOfSound(error)
    if (error instanceof BlobError && error.kind === 'no-room') return 'noRoom'
    throw error
  }
}

async function toUnfinished(ground: Ground, row: RecordingRow): Promise<UnfinishedRecording> {
  return {
    recording_id: row.recording_id,
    filename: row.filename,
    start_time: unixSeconds(row.start_time),
    pieces: piecesInARow((await listPieces(ground, row)).map(({ number }) => number)),
    bytes: row.bytes,
    duration: row.duration_ms,
    last_piece_at: unixSeconds(row.heard_at),
  }
}
