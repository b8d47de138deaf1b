import { blobSource } from '#platform/blobs/blobSource.ts'
import type { Ground } from '#platform/ground.ts'
import { SCENES, Filename } from '#features/files/contract.ts'
import { type FileRecord, createFile } from '#features/files/server.ts'
import { ownsFolders } from '#features/folders/server.ts'
import { NotFound } from '#platform/http/failures.ts'
import { probeSound } from '#platform/sound/probeSound.ts'
import type { Probe } from '#platform/sound/sound.ts'
import type { ConfirmUpload } from '../contract.ts'
import { type UploadRecord, lockUpload, setState } from './store.ts'

/** Years a recording's start may lie in; anything else is a clock gone wrong and becomes "now". */
const EARLIEST = Date.UTC(1990, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

/**
 * Turns a merged upload into a recording (B§4 step 5). What the sound is and how long it lasts is read from its bytes,
 * not from the client's word. Confirming again answers the same recording. Rejects with SoundError or NotFound.
 */
export async function confirmUpload(ground: Ground, upload: UploadRecord, said: ConfirmUpload): Promise<FileRecord> {
  const folders = said.filetag_id_list ?? []
  if (!(await ownsFolders(ground, upload.user_id, folders))) throw new NotFound()
  const info = await ground.blobs.info(upload.object_name)
  if (!info) throw new NotFound()
  const source = await blobSource(ground.blobs, upload.object_name)
  const probe = await probeSound(source, { declared: upload.file_type === 'OPUS' ? 'OPUS' : 'MP3' })
  return ground.inOneStep(async (step) => {
    if (!(await lockUpload(step, upload))) throw new NotFound()
    const file = await createFile(step, draftOf(ground, upload, said, probe, info.md5))
    await setState(step, upload, 'confirmed')
    return file
  })
}

function draftOf(ground: Ground, upload: UploadRecord, said: ConfirmUpload, probe: Probe, md5: string) {
  const named = Filename.safeParse(said.filename ?? '')
  const started = said.start_time ?? 0
  return {
    userId: upload.user_id,
    filename: named.success ? named.data : shortened(said.filename ?? ''),
    sound: { kind: probe.kind, duration: probe.duration, blobKey: upload.object_name, bytes: probe.bytes, md5 },
    scene: said.scene ?? SCENES.web,
    startTime: started > EARLIEST && started < LATEST ? new Date(started) : ground.clock.now(),
    serialNumber: String(said.serial_number ?? ''),
    sessionId: Math.trunc(Number(said.session_id ?? 0)) || 0,
    timezone: typeof said.timezone === 'number' ? said.timezone : 0,
    filetagIds: folders(said),
    supportMulSumm: said.support_mul_summ ?? true,
  }
}

const folders = (said: ConfirmUpload): string[] => [...new Set(said.filetag_id_list ?? [])]

/** A name nobody can use is cut to one that can: the sound is worth more than its name. */
function shortened(name: string): string {
  const cut = Filename.safeParse(
    name
      .slice(0, 9_000)
      .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
      .trim()
      .slice(0, 255),
  )
  return cut.success ? cut.data : 'Recording'
}
