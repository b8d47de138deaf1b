import { holdAccount } from '#features/account/server.ts'
import { SCENES } from '#features/files/contract.ts'
import { EXTRA_DATA_BYTES } from '#features/files/rules.ts'
import { type FileRecord, createFile, readFileOfBlob } from '#features/files/server.ts'
import { heldFolders } from '#features/folders/server.ts'
import { UNNAMED, usableTitle } from '#features/upload/server.ts'
import { blobSource } from '#platform/blobs/blobSource.ts'
import type { BlobInfo } from '#platform/blobs/blobs.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { probeSound } from '#platform/sound/probeSound.ts'
import { type Probe, SoundError } from '#platform/sound/sound.ts'
import type { Marker } from '../contract.ts'
import { piecesInARow } from '../rules.ts'
import { clearRecording } from './clear.ts'
import { joinPieces, wholeKey } from './keys.ts'
import { type RecordingRow, listPieces, lockRecording, noteTry, readRecording, updateRecording } from './store.ts'

export type LastWord = {
  readonly pieces?: number | null | undefined
  readonly filename?: string | null | undefined
  readonly filetag_id_list?: readonly string[] | null | undefined
  readonly markers?: readonly Marker[] | null | undefined
}

export type Finished =
  | FileRecord
  /** More pieces may still arrive. */
  | 'pieceMissing'
  /** Discarded, or its file was deleted. */
  | 'gone'
  /** Shorter than a second, and therefore discarded. */
  | 'tooShort'

/** Recordings being finished by this process. A repeated request waits for the same result. */
const underWay = new Map<string, Promise<Finished>>()

/**
 * Creates a file from the pieces of a recording. Repeated and concurrent calls return the same file. The pieces are deleted only
 * once the file exists. Rejects with NotFound, with SoundError 'not-sound', 'damaged' or 'too-long' (the pieces stay), and with
 * BlobError 'no-room'.
 */
export async function finishRecording(ground: Ground, userId: string, recordingId: string, said: LastWord): Promise<Finished> {
  const recording = await readRecording(ground, userId, recordingId)
  if (!recording) throw new NotFound()
  if (recording.state === 'filed') return fileOf(ground, recording)
  if (recording.state === 'discarded') return 'gone'
  const numbers = (await listPieces(ground, recording)).map(({ number }) => number)
  if (said.pieces && piecesInARow(numbers) < said.pieces) return 'pieceMissing'
  const finishing = underWay.get(recordingId) ?? makeFile(ground, recording, said).finally(() => underWay.delete(recordingId))
  underWay.set(recordingId, finishing)
  return finishing
}

const fileOf = async (ground: Ground, { user_id, blob_key }: RecordingRow): Promise<FileRecord | 'gone'> =>
  (blob_key && (await readFileOfBlob(ground, user_id, blob_key))) || 'gone'

async function makeFile(ground: Ground, recording: RecordingRow, said: LastWord): Promise<Finished> {
  for (;;) {
    const pieces = await listPieces(ground, recording)
    if (pieces.length === 0) return letGo(ground, recording)
    const sum = pieces.reduce((all, { bytes }) => all + bytes, 0)
    const key = wholeKey(recording.user_id, ground.clock.now())
    await noteTry(ground, recording, key)
    try {
      const info = await ground.blobs.put(key, joinPieces(ground.blobs, recording, pieces), sum)
      const probe = await probeSound(await blobSource(ground.blobs, key))
      const made = await writeFile(ground, recording, said, { info, probe, pieces: pieces.length })
      if (made !== 'more') {
        if (typeof made !== 'object' || made.blob_key !== key) await ground.blobs.delete(key)
        return made
      }
      await ground.blobs.delete(key)
    } catch (error) {
      const now = await readRecording(ground, recording.user_id, recording.recording_id)
      // Another process finished it and deleted the pieces during the read, or this commit succeeded without a response.
      if (now?.state === 'filed') return fileOf(ground, now)
      // @NOTE Nothing is deleted after a failed transaction, because it may have been committed. The key stays in `tried`.
      if (!(error instanceof SoundError)) throw error
      await ground.blobs.delete(key)
      if (error.kind === 'too-short') return letGo(ground, recording)
      throw error
    }
  }
}

type Whole = { readonly info: BlobInfo; readonly probe: Probe; readonly pieces: number }

/**
 * Creates the file, updates the recording and schedules the deletion of its pieces in one transaction. Returns `more` when pieces
 * have arrived in the meantime.
 */
const writeFile = (ground: Ground, recording: RecordingRow, said: LastWord, whole: Whole): Promise<Finished | 'more'> =>
  ground.inOneStep(async (step) => {
    await holdAccount(step, recording.user_id)
    const locked = await lockRecording(step, recording)
    if (locked?.state === 'filed') return fileOf(step, locked)
    if (locked?.state !== 'open') return 'gone'
    if ((await listPieces(step, locked)).length > whole.pieces) return 'more'
    const file = await createFile(step, await draftOf(step, locked, said, whole))
    await updateRecording(step, locked, { state: 'filed', blob_key: file.blob_key, made_of: whole.pieces })
    await step.jobs.send(clearRecording, { userId: locked.user_id, recordingId: locked.recording_id })
    return file
  })

async function draftOf(step: Ground, recording: RecordingRow, said: LastWord, { info, probe }: Whole) {
  const markers = withinLimit((said.markers ?? []).toSorted((a, b) => a.at - b.at))
  return {
    userId: recording.user_id,
    filename: said.filename ? (usableTitle(said.filename) ?? UNNAMED) : recording.filename,
    sound: { kind: probe.kind, duration: probe.duration, blobKey: info.key, bytes: info.size, md5: info.md5 },
    scene: SCENES.web,
    startTime: recording.start_time,
    timezone: recording.timezone,
    // A folder deleted during the recording is ignored; the file is then in no folder.
    filetagIds: await heldFolders(step, recording.user_id, [...new Set(said.filetag_id_list ?? recording.filetag_ids)]),
    ...(markers.length > 0 && { extraData: { markers } }),
  }
}

/** Returns the first markers, as many as fit into the extra data of a recording. */
function withinLimit(markers: readonly Marker[]): Marker[] {
  let bytes = JSON.stringify({ markers: [] }).length
  return markers.filter((marker) => (bytes += Buffer.byteLength(JSON.stringify(marker)) + 1) <= EXTRA_DATA_BYTES)
}

/** A recording shorter than a second is discarded. */
async function letGo(ground: Ground, recording: RecordingRow): Promise<'tooShort'> {
  await discardRecording(ground, recording.user_id, recording.recording_id)
  return 'tooShort'
}

/** Discards an open recording. Does nothing when it is already a file or discarded. Rejects with NotFound. */
export const discardRecording = (ground: Ground, userId: string, recordingId: string): Promise<void> =>
  ground.inOneStep(async (step) => {
    const locked = await lockRecording(step, { user_id: userId, recording_id: recordingId })
    if (!locked) throw new NotFound()
    if (locked.state !== 'open') return
    await updateRecording(step, locked, { state: 'discarded' })
    await step.jobs.send(clearRecording, { userId, recordingId })
  })
