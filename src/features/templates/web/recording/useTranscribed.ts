import { useMemo } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'

/** Returns the recordings with a transcript, those opened last first. `isPending` until the library is loaded or has failed. */
export function useTranscribed(): { recordings: readonly LibraryRow[] | undefined; isPending: boolean } {
  const { data, isError } = useLibrary()
  const recordings = useMemo(
    () => data?.filter(({ is_trans, is_trash }) => is_trans && !is_trash).toSorted((a, b) => b.opened_time - a.opened_time),
    [data],
  )
  return { recordings, isPending: !data && !isError }
}
