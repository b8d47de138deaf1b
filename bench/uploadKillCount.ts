import { createHash } from 'node:crypto'
import { insist } from './killing.ts'
import type { Sending } from './uploadClient.ts'

/** Results of all uploads. */
export type Ends = {
  files: number
  /** Confirmed by the server, but missing or stored with other bytes. */
  lost: number
  doubled: number
  /** Failed and listed with a retry button. */
  listed: number
  /** Neither stored nor listed as a failure. */
  nowhere: number
  /** How often the server had lost an upload it had acknowledged. */
  forgotten: number
}

/** Compares every upload with the library: its name must occur once, with the bytes that were sent. */
export async function countEnds(sendings: readonly Sending[]): Promise<Ends> {
  const ends: Ends = { files: 0, lost: 0, doubled: 0, listed: 0, nowhere: 0, forgotten: 0 }
  const libraries = new Map<Sending['user'], { id: string; filename: string }[]>()
  for (const user of new Set(sendings.map((sending) => sending.user)))
    libraries.set(user, (await insist(() => user.files.simple({ query: { limit: 10_000 } }))).data_file_list)
  for (const sending of sendings) {
    const { user, name, sound, fileId, refused } = sending
    const [file, ...more] = (libraries.get(user) ?? []).filter((each) => each.filename === name)
    const isThere = file !== undefined && (await md5At(user, file.id)) === createHash('md5').update(sound).digest('hex')
    ends.forgotten += sending.forgotten
    ends.doubled += more.length
    if (isThere) ends.files++
    if (fileId !== null && (!isThere || file.id !== fileId)) ends.lost++
    else if (!isThere && refused !== null) ends.listed++
    else if (!isThere) ends.nowhere++
  }
  return ends
}

function md5At(user: Sending['user'], id: string): Promise<string> {
  return insist(async () => {
    const { temp_url } = await user.files.tempUrl({ params: { id }, query: {} })
    const answer = await fetch(temp_url)
    if (!answer.ok) throw new Error(`a recording was answered ${answer.status}`)
    return createHash('md5')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex')
  })
}
