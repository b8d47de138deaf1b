import { AudioLines } from 'lucide-react'
import { useMemo } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { searchTitlesCached, useLibrary } from '#features/files/web.tsx'
import { paths } from '#shared/paths.ts'
import { minutes, seconds } from '#shared/units.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import type { PaletteChoice } from '#ui/feature/PaletteAction.ts'
import { MAX_FILES } from './findChoices.ts'

const ID_PREFIX = 'file:'

/** `found`: recordings with a matching title, newest first. `byId`: the remembered recordings. Both leave out the trash. */
export function useFileChoices(
  query: string,
  recentIds: readonly string[],
): { found: PaletteChoice[]; byId: Map<string, PaletteChoice> } {
  const library = useLibrary().data
  const openPage = useOpenPage()
  const now = useNow(minutes(1))
  const { day } = useFormat()
  const files = useMemo(() => library?.filter((file) => !file.is_trash) ?? [], [library])
  const found = useMemo(() => (query.trim() === '' ? [] : searchTitlesCached(files, query).slice(0, MAX_FILES)), [files, query])
  const toChoice = (file: LibraryRow): PaletteChoice => ({
    id: ID_PREFIX + file.id,
    name: file.filename,
    hint: day(seconds(file.start_time), now),
    icon: <AudioLines />,
    run: () => openPage(paths.file(file.id)),
  })
  const recentIdSet = new Set(recentIds)
  const recentFiles = recentIdSet.size === 0 ? [] : files.filter(({ id }) => recentIdSet.has(ID_PREFIX + id))
  return { found: found.map(toChoice), byId: new Map(recentFiles.map((file) => [ID_PREFIX + file.id, toChoice(file)])) }
}
