import { useMemo } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'

/** Returns the recordings with a transcript, those opened last first. Undefined until the library is loaded. */
export function useTranscribed(): readonly LibraryRow[] | undefined {
  const { data } = useLibrary()
  return useMemo(
    () => data?.filter(({ is_trans, is_trash }) => is_trans && !is_trash).toSorted((a, b) => b.opened_time - a.opened_time),
    [data],
  )
}
