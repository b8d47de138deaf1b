import { holdAccount } from '#features/account/server.ts'
import { blobSource } from '#platform/blobs/blobSource.ts'
import { OneAtATime } from '#platform/blobs/OneAtATime.ts'
import type { Ground } from '#platform/ground.ts'
import { SCENES } from '#features/files/contract.ts'
import { type FileRecord, createFile, readFileOfBlob } from '#features/files/server.ts'
import { heldFolders } from '#features/folders/server.ts'
import { probeSound } from '#platform/sound/probeSound.ts'
import type { Probe } from '#platform/sound/sound.ts'
import type { ConfirmUpload } from '../contract.ts'
import { UNNAMED, believedZone, isBelievableStart, usableTitle } from './believable.ts'
import { type UploadRecord, lockUpload, setState } from './store.ts'

const INT4_MAX = 2 ** 31 - 1
const MOST_SERIAL = 200

/**
 * Turns a merged upload into a recording (B§4 step 5). Format and duration are measured from the bytes; values sent by the client
 * are ignored. Confirming again returns the same recording. Returns null when the recording was deleted or the upload was removed
 * as abandoned. Folders that do not belong to the user or no longer exist are ignored, so that the upload does not fail because
 * of them. Rejects with SoundError.
 */
export const confirmUpload = (ground: Ground, upload: UploadRecord, said: ConfirmUpload): Promise<FileRecord | null> =>
  turns.run(upload.upload_id, () => confirmNow(ground, upload, said))

/** Reading half a gigabyte is expensive, so concurrent confirmations of one upload share a single read. */
const turns = new OneAtATime()

async function confirmNow(ground: Ground, upload: UploadRecord, said: ConfirmUpload): Promise<FileRecord | null> {
  const made = await madeOf(ground, upload)
  if (made || upload.state === 'confirmed') return made
  const info = await ground.blobs.info(upload.object_name)
  if (!info) return null
  const source = await blobSource(ground.blobs, upload.object_name)
  const probe = await probeSound(source, { declared: upload.file_type === 'OPUS' ? 'OPUS' : 'MP3' })
  return ground.inOneStep(async (step) => {
    await holdAccount(step, upload.user_id)
    const locked = await lockUpload(step, upload)
    if (locked?.state === 'confirmed') return madeOf(step, upload)
    if (locked?.state !== 'merged') return null
    // @NOTE Lock the folders before the recording; they stay locked until the transaction ends.
    const filetagIds = await heldFolders(step, upload.user_id, folders(said))
    const file = await createFile(step, { ...draftOf(ground, upload, said, probe, info.md5), filetagIds })
    await setState(step, upload, { from: 'merged', to: 'confirmed' })
    return file
  })
}

const madeOf = async (ground: Ground, { user_id, object_name }: UploadRecord): Promise<FileRecord | null> =>
  (await readFileOfBlob(ground, user_id, object_name)) ?? null

function draftOf(ground: Ground, upload: UploadRecord, said: ConfirmUpload, probe: Probe, md5: string) {
  const started = said.start_time ?? 0
  return {
    userId: upload.user_id,
    filename: usableTitle(said.filename) ?? upload.filename ?? UNNAMED,
    sound: { kind: probe.kind, duration: probe.duration, blobKey: upload.object_name, bytes: probe.bytes, md5 },
    scene: whole(said.scene, INT4_MAX) ?? SCENES.web,
    startTime: isBelievableStart(started) ? new Date(started) : ground.clock.now(),
    serialNumber: String(said.serial_number ?? '').slice(0, MOST_SERIAL),
    sessionId: whole(said.session_id, Number.MAX_SAFE_INTEGER) ?? 0,
    timezone: believedZone(said.timezone),
    supportMulSumm: said.support_mul_summ ?? true,
    sourceMd5: said.source_md5 ?? upload.source_md5,
  }
}

/** Returns an integer the database can store, or null: invalid values from third-party clients must not fail the upload. */
function whole(said: number | string | null | undefined, most: number): number | null {
  const n = Math.trunc(Number(said ?? Number.NaN))
  return Math.abs(n) <= most ? n : null
}

const folders = (said: ConfirmUpload): string[] => [...new Set(said.filetag_id_list ?? [])]
