import { md5 } from 'hash-wasm'
import type { File as LibraryFile } from '#features/files/contract.ts'
import { Refused, type Send, Unreachable, client, isNotFound } from '#shared/client.ts'
import type { Bytes } from '#shared/units.ts'
import { send as appSend } from '#browser/http/send.ts'
import { now } from '#browser/timers/time.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { type UnfinishedRecording, recorderContract } from '../../contract.ts'
import { openRecordingFile, openRecordingsFolder, listRecordingIds, removeRecordingFile } from './recordingFiles.ts'
import { setMayHaveRecoverable, type RecoverableRecording, type RecoveryActions } from './recoverable.ts'
import { lockedRecordings, lockRecording } from './locks.ts'
import { PieceSender, type RecordingDetails } from './PieceSender.ts'
import type { Piece } from './recorderProtocol.ts'
import { type RecordingLog, durationOfBytes, readRecordingLog, audioBlobOf } from './recordingLog.ts'

/** Another tab is using this recording. */
export class RecordingInUseError extends Error {}

/**
 * Returns the unfinished recordings of this account, newest first: those stored in this browser and those only on the server.
 * Recordings in progress in any tab are not included.
 */
export async function listRecoverable(send: Send = appSend): Promise<readonly RecoverableRecording[]> {
  const account = currentAccountId()
  if (!account) return []
  const locked = await lockedRecordings()
  const localRecordings = new Map<string, RecoverableRecording>()
  const serverIds = new Map<string, string>()
  for (const id of await localIds(account)) {
    if (locked.has(id)) continue
    const log = (await readLocalLog(account, id))?.log
    if (!log) continue
    // The recording ended before any audio was stored.
    if (log.pieces.size === 0) {
      await removeRecordingFile(account, id)
      continue
    }
    serverIds.set(log.metadata.serverId ?? id, id)
    localRecordings.set(id, toRecoverable(id, log))
  }
  if (localRecordings.size === 0 && locked.size === 0) setMayHaveRecoverable(false)
  const remoteRecordings = (await listOnServer(send)).filter(({ recording_id, bytes }) => bytes > 0 && !locked.has(recording_id))
  const storedTwice = new Set(remoteRecordings.flatMap(({ recording_id }) => serverIds.get(recording_id) ?? []))
  const kept = [...localRecordings.values()].map((recording) =>
    storedTwice.has(recording.recordingId) ? { ...recording, where: 'both' as const } : recording,
  )
  const remoteOnly = remoteRecordings.filter(({ recording_id }) => !serverIds.has(recording_id)).map(remoteToRecoverable)
  return [...kept, ...remoteOnly].toSorted((a, b) => b.startedAt - a.startedAt)
}

/**
 * Uploads the missing pieces and creates the file; the local copy is deleted afterwards. Returns null when the recording was
 * shorter than a second. Rejects with Unreachable when the server is not reachable (uploaded pieces stay), and with
 * RecordingInUseError, FinishRefusedError or Refused.
 */
export async function finishRecoverable(
  recordingId: string,
  onProgress: (sent: number, of: number) => void = () => undefined,
  send: Send = appSend,
): Promise<LibraryFile | null> {
  const account = currentAccountId()
  const release = await lockRecording(recordingId)
  if (!release) throw new RecordingInUseError()
  try {
    const local = account ? await readLocalLog(account, recordingId) : null
    const calls = client('recorder', recorderContract, send)
    if (!account || !local) return await finishOnServer(calls, recordingId)
    const file = local.log.pieces.size === 0 ? null : await sendAll(calls, send, { id: recordingId, ...local }, onProgress)
    await removeRecordingFile(account, recordingId)
    return file
  } finally {
    release()
  }
}

/** Discards a recording, here and on the server. Rejects with Unreachable when the server has to be called and is not reachable. */
export async function discardRecoverable(recordingId: string, send: Send = appSend): Promise<void> {
  const account = currentAccountId()
  const release = await lockRecording(recordingId)
  if (!release) throw new RecordingInUseError()
  try {
    const local = account ? await readLocalLog(account, recordingId) : null
    const serverId = local?.log.metadata.serverId ?? recordingId
    try {
      await client('recorder', recorderContract, send).discard({ params: { recording_id: serverId } })
    } catch (error) {
      // The recording never reached the server.
      if (!isNotFound(error)) throw error
    }
    if (account) await removeRecordingFile(account, recordingId)
  } finally {
    release()
  }
}

/** Returns the audio as MP3, or null when it is only on the server. */
export async function readRecoverableAudio(recordingId: string): Promise<Blob | null> {
  const account = currentAccountId()
  const local = account ? await readLocalLog(account, recordingId) : null
  if (!local) return null
  return audioBlobOf(
    local.file,
    [...local.log.pieces.keys()].toSorted((a, b) => a - b).flatMap((n) => [...local.log.pieces.get(n)!]),
  )
}

type Calls = ReturnType<typeof client<typeof recorderContract>>
type LocalRecording = { readonly id: string; readonly log: RecordingLog; readonly file: File }

async function sendAll(
  calls: Calls,
  send: Send,
  local: LocalRecording,
  onProgress: (sent: number, of: number) => void,
): Promise<LibraryFile | null> {
  const { log, id } = local
  const serverId = log.metadata.serverId ?? id
  const failure = Promise.withResolvers<LibraryFile | null>()
  const sender = new PieceSender(serverId, {
    calls,
    send,
    read: (number) => pieceOf(local, number),
    getDetails: () => detailsOf(log),
    events: {
      onSafe: (_, pieces) => onProgress(pieces, log.pieces.size),
      onNetwork: (network, error) => {
        if (network !== 'online') failure.reject(error instanceof Error ? error : new Unreachable('network'))
      },
    },
  })
  const remoteRecordings = await calls.pieces({ params: { recording_id: serverId } }).catch(nullIfNotFound)
  // The server's file has fewer pieces than are stored here, so all of them become another file.
  const hasMorePieces = remoteRecordings?.data.file_id && (remoteRecordings.data.piece_count ?? 0) < log.pieces.size
  for (const [number, ranges] of log.pieces) sender.add(number, durationOfBytes(sizeOf(ranges)))
  if (remoteRecordings?.data.file_id && !hasMorePieces)
    return (await calls.finish({ params: { recording_id: serverId }, body: {} })).data_file
  if (remoteRecordings && !hasMorePieces) sender.addArrived(remoteRecordings.data.numbers)
  sender.finish(log.pieces.size)
  try {
    return await Promise.race([sender.file, failure.promise])
  } finally {
    sender.stop()
  }
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof Refused && (error.httpStatus === 404 || error.status === -8)) return null
  throw error
}

/** Only the server has the recording: it creates a file from its pieces. */
async function finishOnServer(calls: Calls, recordingId: string): Promise<LibraryFile | null> {
  try {
    return (await calls.finish({ params: { recording_id: recordingId }, body: {} })).data_file
  } catch (error) {
    if (error instanceof Refused && error.status === calls.finish.route.refusals.tooShort.status) return null
    throw error
  }
}

async function pieceOf({ file, log }: LocalRecording, number: number): Promise<Piece | null> {
  const ranges = log.pieces.get(number)
  if (!ranges) return null
  const bytes = await audioBlobOf(file, ranges).arrayBuffer()
  return { bytes, md5: await md5(new Uint8Array(bytes)), duration: durationOfBytes(bytes.byteLength) }
}

const sizeOf = (ranges: readonly { length: Bytes }[]): Bytes => ranges.reduce((sum, { length }) => sum + length, 0)

function detailsOf({ metadata }: RecordingLog): RecordingDetails {
  const { filename = '', folderId = null, startedAt = now(), timezone = 0, markers = [] } = metadata
  return { filename, folderId, startedAt, timezone, markers }
}

function toRecoverable(recordingId: string, log: RecordingLog): RecoverableRecording {
  const bytes = [...log.pieces.values()].reduce((sum, ranges) => sum + sizeOf(ranges), 0)
  const { filename, startedAt, markers } = detailsOf(log)
  return { recordingId, filename, startedAt, markers, bytes, duration: durationOfBytes(bytes), where: 'browser' }
}

const remoteToRecoverable = (recording: UnfinishedRecording): RecoverableRecording => ({
  recordingId: recording.recording_id,
  filename: recording.filename,
  startedAt: recording.start_time * 1000,
  duration: recording.duration,
  bytes: recording.bytes,
  markers: [],
  where: 'server',
})

async function listOnServer(send: Send): Promise<readonly UnfinishedRecording[]> {
  try {
    return (await client('recorder', recorderContract, send).unfinished({}, { quiet: true })).data.list
  } catch {
    // Local recordings are listed anyway.
    return []
  }
}

async function localIds(account: string): Promise<readonly string[]> {
  const folder = await openRecordingsFolder(account, { create: false })
  return folder ? listRecordingIds(folder) : []
}

async function readLocalLog(account: string, recordingId: string): Promise<{ log: RecordingLog; file: File } | null> {
  const folder = await openRecordingsFolder(account, { create: false })
  if (!folder) return null
  try {
    const file = await (await openRecordingFile(folder, recordingId, false)).getFile()
    return { file, log: await readRecordingLog(file) }
  } catch {
    return null
  }
}

/** The unfinished recordings of this account, in this browser and on the server. */
export const appRecoveryActions: RecoveryActions = {
  list: listRecoverable,
  finish: finishRecoverable,
  discard: discardRecoverable,
  sound: readRecoverableAudio,
}
