import { FOLDER_NAME_MAX, foldersContract } from '#features/folders/contract.ts'
import { cleanName } from '#shared/normalizeText.ts'
import { client, type Send, isRefused } from '#shared/client.ts'
import type { Bytes } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import { listen } from '#browser/events/listen.ts'
import { DEFAULT_TITLE } from '../../rules.ts'
import { splitSuffix } from '../../rules/import/entryNames.ts'
import type { ImportPreview } from '../../rules/import/importPreview.ts'
import type { Uploads } from '../queue/Uploads.ts'
import type { ImportSource } from './importSource.ts'
import { readGroup } from './readPreviews.ts'

/** More unpacked files than this do not wait for their copy in the storage of the browser. */
const MAX_UNSTORED = 2

export type ImportJob = {
  readonly source: ImportSource
  readonly previews: readonly ImportPreview[]
  readonly folderNames: ReadonlyMap<string, string>
  readonly uploads: Uploads
  readonly send: Send
  readonly limit: Bytes
  /** The folder of recordings that have none in the export. */
  readonly folderId: string | null
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/**
 * Unpacks recordings one after another and adds them to the upload queue, with their texts. What is in the queue is imported even when
 * the page is closed afterwards. Returns the titles of those that could not be read. Rejects when it is cancelled or a folder cannot
 * be created; what was added before stays in the queue.
 */
export async function importRecordings(job: ImportJob): Promise<readonly string[]> {
  const { source, previews, uploads, signal, onProgress } = job
  const folders = await openFolders(job.send)
  const failed: string[] = []
  for (const [n, preview] of previews.entries()) {
    onProgress(n)
    await whenStored(uploads, signal)
    const file = await unpack(job, preview)
    if (!file) {
      failed.push(preview.title)
      continue
    }
    const { segments, summary } = await readGroup(source, preview.group, job)
    const folderId = preview.folder === null ? job.folderId : await folders.idOf(preview.folder)
    signal.throwIfAborted()
    await uploads.add([file], folderId, [{ trans_result: segments && [...segments], ai_content: summary || null }])
  }
  await source.close().catch(() => {})
  return failed
}

async function unpack({ source, limit, signal }: ImportJob, { group, title, startTime }: ImportPreview): Promise<File | null> {
  if (!group.sound) return null
  try {
    const bytes = await source.read(group.sound, limit, signal)
    const { suffix } = splitSuffix(group.sound.path)
    return new File([bytes], `${cleanName(title) || DEFAULT_TITLE}.${suffix}`, {
      type: bytes.type,
      lastModified: startTime ?? now(),
    })
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Resolves when few files wait for their copy, so that a large archive is not unpacked faster than it can be stored. */
function whenStored(uploads: Uploads, signal: AbortSignal): Promise<void> {
  const hasRoom = () =>
    uploads.store.getState().items.filter(({ status, held, sourceMd5 }) => status === 'pending' && !held && sourceMd5 === null)
      .length < MAX_UNSTORED
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    if (hasRoom()) return resolve()
    const stop = [
      uploads.store.subscribe(() => {
        if (!hasRoom()) return
        end()
        resolve()
      }),
      listen(signal, 'abort', () => {
        end()
        reject(signal.reason as Error)
      }),
    ]
    const end = () => stop.forEach((each) => each())
  })
}

/** Finds folders by name, and creates those that do not exist. */
async function openFolders(send: Send) {
  const calls = client('folders', foldersContract, send)
  const list = async () => {
    const { data_filetag_list } = await calls.list({})
    return new Map(data_filetag_list.map(({ id, name }) => [name.toLowerCase(), id]))
  }
  let ids = await list()
  const idOf = async (folder: string): Promise<string | null> => {
    const name = cleanName(folder).slice(0, FOLDER_NAME_MAX)
    if (name === '') return null
    const known = ids.get(name.toLowerCase())
    if (known !== undefined) return known
    try {
      const { data_filetag } = await calls.create({ body: { name } })
      ids.set(name.toLowerCase(), data_filetag.id)
      return data_filetag.id
    } catch (error) {
      // Another device has created it meanwhile.
      if (isRefused(error, calls.create, 'nameTaken')) ids = await list()
      // An account can have only so many: the recording is imported without its folder.
      else if (!isRefused(error, calls.create, 'tooMany')) throw error
      return ids.get(name.toLowerCase()) ?? null
    }
  }
  return { idOf }
}
