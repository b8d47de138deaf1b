import { createHash } from 'node:crypto'
import { callWithRetry } from './killPart.ts'
import type { UploadJob } from './uploadClient.ts'

/** Results of all uploads. */
export type UploadResults = {
  files: number
  /** Confirmed by the server, but missing or stored with different bytes. */
  lost: number
  doubled: number
  /** Failed and listed with a retry button. */
  listed: number
  /** Neither stored nor listed as a failure. */
  nowhere: number
  /** How often the server has lost an upload that it had acknowledged. */
  forgotten: number
}

/** Compares every upload with the library: its name must occur once, with the bytes that were sent. */
export async function countResults(jobs: readonly UploadJob[]): Promise<UploadResults> {
  const results: UploadResults = { files: 0, lost: 0, doubled: 0, listed: 0, nowhere: 0, forgotten: 0 }
  const libraries = new Map<UploadJob['user'], { id: string; filename: string }[]>()
  for (const user of new Set(jobs.map((job) => job.user)))
    libraries.set(user, (await callWithRetry(() => user.files.simple({ query: { limit: 10_000 } }))).data_file_list)
  for (const job of jobs) {
    const { user, name, sound, fileId, failure } = job
    const [file, ...duplicates] = (libraries.get(user) ?? []).filter((each) => each.filename === name)
    const isStored = file !== undefined && (await md5OfRecording(user, file.id)) === createHash('md5').update(sound).digest('hex')
    results.forgotten += job.forgotten
    results.doubled += duplicates.length
    if (isStored) results.files++
    if (fileId !== null && (!isStored || file.id !== fileId)) results.lost++
    else if (!isStored && failure !== null) results.listed++
    else if (!isStored) results.nowhere++
  }
  return results
}

function md5OfRecording(user: UploadJob['user'], id: string): Promise<string> {
  return callWithRetry(async () => {
    const { temp_url } = await user.files.tempUrl({ params: { id }, query: {} })
    const response = await fetch(temp_url)
    if (!response.ok) throw new Error(`a recording got HTTP ${response.status}`)
    return createHash('md5')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex')
  })
}
