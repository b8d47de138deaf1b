import type { File as LibraryFile } from '#features/files/contract.ts'
import { Refused, type Send, Unreachable, client } from '#kit/client.ts'
import type { Bytes, Millis } from '#kit/units.ts'
import { Md5 } from '#kit/Md5.ts'
import { send as appSend } from '#ui/send.ts'
import { now } from '#ui/time.ts'
import { type Marker, type UnfinishedRecording, recorderContract } from '../../contract.ts'
import { accountHere } from '#ui/accountHere.ts'
import { keptFile, keptFolder, listKept, removeKept } from './keptFolder.ts'
import { noteKept } from './keptNote.ts'
import { heldRecordings, holdKept } from './locks.ts'
import { PieceSender, type Told } from './PieceSender.ts'
import type { Piece } from './recorderProtocol.ts'
import { type SoundLog, durationOf, readLog, soundIn } from './soundLog.ts'

/** An unfinished recording. */
export type Kept = {
  readonly recordingId: string
  readonly filename: string
  /** Unix milliseconds. */
  readonly startedAt: Millis
  readonly duration: Millis
  readonly bytes: Bytes
  readonly markers: readonly Marker[]
  /** `server`: begun in another browser, or no longer stored in this one. */
  readonly where: 'browser' | 'server' | 'both'
}

/** Another tab is using this recording. */
export class KeptElsewhere extends Error {}

/**
 * Returns the unfinished recordings of this account, newest first: those stored in this browser and those only on the server.
 * Recordings in progress in any tab are not included.
 */
export async function unfinishedHere(send: Send = appSend): Promise<readonly Kept[]> {
  const account = accountHere()
  if (!account) return []
  const held = await heldRecordings()
  const here = new Map<string, Kept>()
  const serverIds = new Map<string, string>()
  for (const id of await idsHere(account)) {
    if (held.has(id)) continue
    const log = (await logOf(account, id))?.log
    if (!log) continue
    // The recording ended before any audio was stored.
    if (log.pieces.size === 0) {
      await removeKept(account, id)
      continue
    }
    serverIds.set(log.note.serverId ?? id, id)
    here.set(id, keptOf(id, log))
  }
  if (here.size === 0 && held.size === 0) noteKept(false)
  const there = (await onServer(send)).filter(({ recording_id, bytes }) => bytes > 0 && !held.has(recording_id))
  const both = new Set(there.flatMap(({ recording_id }) => serverIds.get(recording_id) ?? []))
  const kept = [...here.values()].map((one) => (both.has(one.recordingId) ? { ...one, where: 'both' as const } : one))
  const others = there.filter(({ recording_id }) => !serverIds.has(recording_id)).map(fromServer)
  return [...kept, ...others].toSorted((a, b) => b.startedAt - a.startedAt)
}

/**
 * Uploads the missing pieces and creates the file; the local copy is deleted afterwards. Returns null when the recording was
 * shorter than a second. Rejects with Unreachable when the server is not reachable (uploaded pieces stay), and with
 * RecordingInUseError, FinishRefusedError or Refused.
 */
export async function finishKept(
  recordingId: string,
  hear: (sent: number, of: number) => void = () => undefined,
  send: Send = appSend,
): Promise<LibraryFile | null> {
  const account = accountHere()
  const letGo = await holdKept(recordingId)
  if (!letGo) throw new KeptElsewhere()
  try {
    const found = account ? await logOf(account, recordingId) : null
    const calls = client('recorder', recorderContract, send)
    if (!account || !found) return await finishThere(calls, recordingId)
    const file = found.log.pieces.size === 0 ? null : await sendAll(calls, send, { id: recordingId, ...found }, hear)
    await removeKept(account, recordingId)
    return file
  } finally {
    letGo()
  }
}

/** Discards a recording, here and on the server. Rejects with Unreachable when the server must be told and is not reachable. */
export async function discardKept(recordingId: string, send: Send = appSend): Promise<void> {
  const account = accountHere()
  const letGo = await holdKept(recordingId)
  if (!letGo) throw new KeptElsewhere()
  try {
    const found = account ? await logOf(account, recordingId) : null
    const serverId = found?.log.note.serverId ?? recordingId
    try {
      await client('recorder', recorderContract, send).discard({ params: { recording_id: serverId } })
    } catch (error) {
      // It never reached the server.
      if (!(error instanceof Refused && error.httpStatus === 404)) throw error
    }
    if (account) await removeKept(account, recordingId)
  } finally {
    letGo()
  }
}

/** Returns the audio as MP3, or null when it is only on the server. */
export async function soundOfKept(recordingId: string): Promise<Blob | null> {
  const account = accountHere()
  const found = account ? await logOf(account, recordingId) : null
  if (!found) return null
  return soundIn(
    found.file,
    [...found.log.pieces.keys()].toSorted((a, b) => a - b).flatMap((n) => [...found.log.pieces.get(n)!]),
  )
}

type Calls = ReturnType<typeof client<typeof recorderContract>>
type Found = { readonly id: string; readonly log: SoundLog; readonly file: File }

async function sendAll(
  calls: Calls,
  send: Send,
  found: Found,
  onProgress: (sent: number, of: number) => void,
): Promise<LibraryFile | null> {
  const { log, id } = found
  const serverId = log.note.serverId ?? id
  const outcome = Promise.withResolvers<LibraryFile | null>()
  const sender = new PieceSender(serverId, {
    calls,
    send,
    read: (number) => pieceOf(found, number),
    told: () => toldOf(log),
    hear: {
      onSafe: (_, pieces) => onProgress(pieces, log.pieces.size),
      onNetwork: (network, error) => {
        if (network !== 'online') outcome.reject(error instanceof Error ? error : new Unreachable('network'))
      },
    },
  })
  const there = await calls.pieces({ params: { recording_id: serverId } }).catch(nothingThere)
  // The server made a file of fewer pieces than are stored here: all of them become another file.
  const isMore = there?.data.file_id && (there.data.made_of ?? 0) < log.pieces.size
  for (const [number, ranges] of log.pieces) sender.add(number, durationOf(bytesOf(ranges)))
  if (there?.data.file_id && !isMore) return (await calls.finish({ params: { recording_id: serverId }, body: {} })).data_file
  if (there && !isMore) sender.noteThere(there.data.numbers)
  sender.finish(log.pieces.size)
  try {
    return await Promise.race([sender.file, outcome.promise])
  } finally {
    sender.stop()
  }
}

function nothingThere(error: unknown): null {
  if (error instanceof Refused && (error.httpStatus === 404 || error.status === -8)) return null
  throw error
}

/** Only the server has it: it makes a file of the pieces it has. */
async function finishThere(calls: Calls, recordingId: string): Promise<LibraryFile | null> {
  try {
    return (await calls.finish({ params: { recording_id: recordingId }, body: {} })).data_file
  } catch (error) {
    if (error instanceof Refused && error.status === calls.finish.route.refusals.tooShort.status) return null
    throw error
  }
}

async function pieceOf({ file, log }: Found, number: number): Promise<Piece | null> {
  const ranges = log.pieces.get(number)
  if (!ranges) return null
  const bytes = await soundIn(file, ranges).arrayBuffer()
  return { bytes, md5: new Md5().update(new Uint8Array(bytes)).hex(), duration: durationOf(bytes.byteLength) }
}

const bytesOf = (ranges: readonly { length: Bytes }[]): Bytes => ranges.reduce((sum, { length }) => sum + length, 0)

function toldOf({ note }: SoundLog): Told {
  const { filename = '', folderId = null, startedAt = now(), timezone = 0, markers = [] } = note
  return { filename, folderId, startedAt, timezone, markers }
}

function keptOf(recordingId: string, log: SoundLog): Kept {
  const bytes = [...log.pieces.values()].reduce((sum, ranges) => sum + bytesOf(ranges), 0)
  const { filename, startedAt, markers } = toldOf(log)
  return { recordingId, filename, startedAt, markers, bytes, duration: durationOf(bytes), where: 'browser' }
}

const fromServer = (one: UnfinishedRecording): Kept => ({
  recordingId: one.recording_id,
  filename: one.filename,
  startedAt: one.start_time * 1000,
  duration: one.duration,
  bytes: one.bytes,
  markers: [],
  where: 'server',
})

async function onServer(send: Send): Promise<readonly UnfinishedRecording[]> {
  try {
    return (await client('recorder', recorderContract, send).unfinished({}, { quiet: true })).data.list
  } catch {
    // Local recordings are listed anyway.
    return []
  }
}

async function idsHere(account: string): Promise<readonly string[]> {
  const folder = await keptFolder(account, { make: false })
  return folder ? listKept(folder) : []
}

async function logOf(account: string, recordingId: string): Promise<{ log: SoundLog; file: File } | null> {
  const folder = await keptFolder(account, { make: false })
  if (!folder) return null
  try {
    const file = await (await keptFile(folder, recordingId, false)).getFile()
    return { file, log: await readLog(file) }
  } catch {
    return null
  }
}
