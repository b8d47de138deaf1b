import { AudioLines } from 'lucide-react'
import { useMemo } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { titlesFound, useLibrary } from '#features/files/web.tsx'
import { paths } from '#kit/paths.ts'
import { minutes, seconds } from '#kit/units.ts'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import type { Choice } from './Choice.ts'
import { MOST_FILES } from './findChoices.ts'

const PREFIX = 'file:'

/** `found`: recordings with a matching title, newest first. `byId`: the remembered recordings. Both leave out the trash. */
export function useFileChoices(query: string, remembered: readonly string[]): { found: Choice[]; byId: Map<string, Choice> } {
  const library = useLibrary().data
  const openPage = useOpenPage()
  const now = useNow(minutes(1))
  const { day } = useFormat()
  const files = useMemo(() => library?.filter((file) => !file.is_trash) ?? [], [library])
  const found = useMemo(() => (query.trim() === '' ? [] : titlesFound(files, query).slice(0, MOST_FILES)), [files, query])
  const choice = (file: LibraryRow): Choice => ({
    id: PREFIX + file.id,
    name: file.filename,
    hint: day(seconds(file.start_time), now),
    icon: <AudioLines />,
    run: () => openPage(paths.file(file.id)),
  })
  const wanted = new Set(remembered)
  const kept = wanted.size === 0 ? [] : files.filter(({ id }) => wanted.has(PREFIX + id))
  return { found: found.map(choice), byId: new Map(kept.map((file) => [PREFIX + file.id, choice(file)])) }
}
