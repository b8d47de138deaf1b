import { useMemo } from 'react'
import { useLibrary } from '#features/files/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'

/** Returns the recordings outside the trash by their id, and whether all of them are loaded. */
export function useRecordings(): { byId: ReadonlyMap<string, LibraryRow>; isWhole: boolean } {
  const { data, isWhole } = useLibrary()
  return useMemo(
    () => ({ byId: new Map((data ?? []).filter(({ is_trash }) => !is_trash).map((row) => [row.id, row])), isWhole }),
    [data, isWhole],
  )
}
