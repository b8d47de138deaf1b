import type { QueryClient } from '@tanstack/react-query'
import { SCENES } from '#features/files/contract.ts'
import { readLibrary, readShownFile } from '#features/files/web.tsx'
import { exceedsQuota } from '#features/membership/rules.ts'
import type { Seconds } from '#shared/units.ts'
import { getOpenDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { GENERATE_FLAGS } from '../../rules.ts'
import type { StartInput } from './startRequests.ts'

/**
 * Returns whether a transcription exceeds the quota of B§5 and was not confirmed. Then a dialog asks, which starts it. One dialog
 * asks about all that come while it is open.
 */
export function askAboutQuota(queries: QueryClient, input: StartInput, transcribed: Seconds): boolean {
  const { fileId } = input
  const file = readLibrary(queries)?.files.find(({ id }) => id === fileId) ?? readShownFile(queries, fileId)
  if (input.isConfirmed || !file || file.scene === SCENES.welcomeNote) return false
  if (file.is_trans && input.flag !== GENERATE_FLAGS.retranscribe) return false
  const length = file.duration / 1000
  if (!exceedsQuota(transcribed, length)) return false
  const others = getOpenDialog('transcriptionQuota')?.starts.filter((other) => other.fileId !== fileId) ?? []
  openDialog('transcriptionQuota', { transcribed, starts: [...others, { ...input, length }] })
  return true
}
