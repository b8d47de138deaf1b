import { listKnownSounds } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'

type Known = { md5: string; file_id: string; filename: string }

/** Of each of these MD5s one recording of the user that was made of such a sound, the newest of several. */
export async function knownSounds(ground: Ground, userId: string, md5s: readonly string[]): Promise<Known[]> {
  const known = new Map<string, Known>(md5s.map((md5) => [md5, { md5, file_id: '', filename: '' }]))
  const files = await listKnownSounds(ground, userId, [...known.keys()])
  for (const { md5, source_md5, file_id, filename } of files.toReversed())
    for (const one of [md5, source_md5 ?? md5]) if (known.has(one)) known.set(one, { md5: one, file_id, filename })
  return [...known.values()].filter(({ file_id }) => file_id !== '')
}
