import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { unixSeconds } from '#shared/units.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { now } from '#browser/timers/time.ts'
import type { File, LibraryRow } from '../../contract.ts'
import { files } from '../filesClient.ts'
import type { Library } from './library.ts'
import { LIBRARY_KEY } from './libraryCache.ts'
import { changeShownFile } from './useFile.ts'

/**
 * Notes that the user has opened a recording, for the recent recordings on Home, and again when its summary is created while the
 * user sees the page: then it is not new on Home. `file` is undefined until it is loaded.
 */
export function useNoteVisit(file: Pick<File, 'id' | 'is_summary_new'> | null | undefined): void {
  const queries = useQueryClient()
  const notedId = useRef<string>(undefined)
  const noteVisit = () => {
    if (!file || document.hidden) return
    const { id, is_summary_new } = file
    if (notedId.current === id && !is_summary_new) return
    notedId.current = id
    const noteInCache = () => {
      const change = { opened_time: unixSeconds(new Date(now())), is_summary_new: false }
      const noteRow = (row: LibraryRow) => (row.id === id ? { ...row, ...change } : row)
      queries.setQueryData<Library>(LIBRARY_KEY, (library) => library && { ...library, files: library.files.map(noteRow) })
      changeShownFile(queries, id, { is_summary_new: false })
    }
    // It is only for the lists of Home: nothing is shown when this fails.
    files.visit({ params: { id }, body: {} }, { quiet: true }).then(noteInCache, () => {})
  }
  const onChange = useEffectEvent(noteVisit)
  useEffect(() => onChange(), [file?.id, file?.is_summary_new])
  useEvent('document', 'visibilitychange', noteVisit)
}
