import { useNavigate } from '@tanstack/react-router'
import { AudioLines } from 'lucide-react'
import { useMemo } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { bestMatches, searchTitlesCached, useLibrary } from '#features/files/web.tsx'
import { minutes, seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import type { PaletteChoice } from '#ui/feature/PaletteAction.ts'
import { MAX_FILES } from './findChoices.ts'

/** The id prefix of recordings among all choices. */
export const FILE_ID_PREFIX = 'file:'
const MAX_RECENT_FILES = 5

/**
 * `found`: recordings with a matching title, best match first. `recent`: recently opened or added recordings. Both exclude the
 * trash.
 */
export function useFileChoices(query: string): { found: PaletteChoice[]; recent: PaletteChoice[] } {
  const library = useLibrary().data
  const navigate = useNavigate()
  const now = useNow(minutes(1))
  const { day } = useFormat()
  const files = useMemo(() => library?.filter((file) => !file.is_trash) ?? [], [library])
  const found = useMemo(
    () => (query.trim() === '' ? [] : bestMatches(searchTitlesCached(files, query), query, MAX_FILES)),
    [files, query],
  )
  const recent = useMemo(() => files.toSorted((a, b) => b.opened_time - a.opened_time).slice(0, MAX_RECENT_FILES), [files])
  const toChoice = (file: LibraryRow): PaletteChoice => ({
    id: FILE_ID_PREFIX + file.id,
    name: file.filename,
    hint: day(seconds(file.opened_time), now),
    icon: <AudioLines />,
    run: () => void navigate({ to: '/file/$id', params: { id: file.id } }),
  })
  return { found: found.map(toChoice), recent: recent.map(toChoice) }
}
