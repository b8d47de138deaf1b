import { FILENAME_MAX, Filename } from '#features/files/contract.ts'
import { plainName } from '#kit/plainName.ts'

/** A name nobody can use is cut to one that can: the sound is worth more than its name. */
export function titleOf(said: string): string {
  const cut = Filename.safeParse(plainName(said.slice(0, 9_000)).slice(0, FILENAME_MAX))
  return cut.success ? cut.data : 'Recording'
}
