import type { Readable } from 'node:stream'
import { dataOf as accountData } from '#features/account/server.ts'
import { dataOf as devicesData } from '#features/devices/server.ts'
import {
  type FileRecord,
  type Original,
  isGone,
  listIds,
  openOriginal,
  readFiles,
  readFullFiles,
} from '#features/files/server.ts'
import { dataOf as foldersData } from '#features/folders/server.ts'
import { dataOf as connectionsData } from '#features/integrations/server.ts'
import { dataOf as meData } from '#features/me/server.ts'
import { dataOf as membershipData } from '#features/membership/server.ts'
import { readSummary } from '#features/notes/server.ts'
import { dataOf as recorderData } from '#features/recorder/server.ts'
import { dataOf as telemetryData } from '#features/telemetry/server.ts'
import { plainTranscript } from '#features/transcription/rules.ts'
import type { Ground } from '#platform/ground.ts'
import { folderName } from './folderName.ts'
import type { ZipEntry } from './zip.ts'

/** Number of characters at the end of an id that distinguish recordings. The beginning of an id is its time. */
const SHORT_ID = 8

const PARTS = [accountData, meData, membershipData, devicesData, foldersData, recorderData, connectionsData, telemetryData]

export type AccountData = Record<string, unknown>

/** Returns the personal data of all features, without recordings. Throws NotFound if the account does not exist. */
export async function readAccountData(ground: Ground, userId: string): Promise<AccountData> {
  const parts = await Promise.all(PARTS.map((dataOf) => dataOf(ground, userId)))
  return Object.assign({ exported_at: ground.clock.now() }, ...parts) as AccountData
}

/**
 * Generates the files of an archive one after another: the account data, then a folder for each recording, including the trash.
 * A recording that is deleted in the meantime is left out.
 */
export async function* entriesOf(ground: Ground, userId: string, account: AccountData): AsyncGenerator<ZipEntry> {
  yield { name: 'account.json', at: ground.clock.now(), bytes: jsonOf(account) }
  const named = new Set<string>()
  for (const fileId of await listIds(ground, userId)) {
    const short = fileId.slice(-SHORT_ID)
    const id = named.has(short) ? fileId : short
    named.add(short)
    yield* recordingEntries(ground, userId, fileId, id)
  }
}

async function* recordingEntries(ground: Ground, userId: string, fileId: string, id: string): AsyncGenerator<ZipEntry> {
  const [row] = await readFiles(ground, userId, [fileId])
  if (!row) return
  const at = row.start_time
  const folder = `recordings/${folderName({ start: at, title: row.filename, id })}`
  yield* texts(ground, row, folder)
  const sound = await openOriginal(ground, row)
  const bytes = sound && (await opened(sound))
  // @NOTE The audio is opened before its entry is written, so that missing audio does not leave an empty file.
  if (!sound || !bytes) return
  try {
    yield { name: `${folder}/sound.${sound.suffix}`, at, bytes, size: sound.size }
  } finally {
    bytes.destroy() // the client may have aborted before the stream was read
  }
}

async function* texts(ground: Ground, row: FileRecord, folder: string): AsyncGenerator<ZipEntry> {
  const { user_id: userId, file_id: fileId, start_time: at } = row
  const [file] = await readFullFiles(ground, userId, [fileId])
  if (!file) return
  const summary = await readSummary(ground, userId, fileId)
  yield { name: `${folder}/transcript.json`, at, bytes: jsonOf({ ...file, summary }) }
  if (file.trans_result) yield { name: `${folder}/transcript.txt`, at, bytes: textOf(plainTranscript(file.trans_result)) }
  if (file.ai_content) yield { name: `${folder}/summary.md`, at, bytes: textOf(file.ai_content) }
}

async function opened(sound: Original): Promise<Readable | null> {
  try {
    return await sound.open()
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

const textOf = (text: string): Buffer => Buffer.from(`${text.trimEnd()}\n`)
const jsonOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
