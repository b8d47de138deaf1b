import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unixSeconds } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import type { LibraryRow } from '../../contract.ts'
import { files } from '../filesClient.ts'
import type { Library } from './library.ts'
import { LIBRARY_KEY } from './libraryCache.ts'

/** Notes that the user has opened a recording, for the recent recordings on Home. `id` is undefined until it is loaded. */
export function useNoteVisit(id: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (id === undefined) return
    const noteInLibrary = () => {
      const opened_time = unixSeconds(new Date(now()))
      const noteRow = (file: LibraryRow) => (file.id === id ? { ...file, opened_time } : file)
      queries.setQueryData<Library>(LIBRARY_KEY, (library) => library && { ...library, files: library.files.map(noteRow) })
    }
    // It is only the order of a list: nothing is shown when this fails.
    files.visit({ params: { id }, body: {} }, { quiet: true }).then(noteInLibrary, () => {})
  }, [queries, id])
}
