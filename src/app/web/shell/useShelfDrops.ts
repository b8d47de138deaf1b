import { useEffect, useMemo, useRef } from 'react'
import { useFileActions } from '#features/files/web.tsx'
import { useMoveFiles } from '#features/folders/web.tsx'
import type { ShelfDrops } from './LibraryNav.tsx'

/** What the shelves of the sidebar do with recordings dropped on them; the same object always. */
export function useShelfDrops(): ShelfDrops {
  const acts = { moveFiles: useMoveFiles(), trash: useFileActions().trash }
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  return useMemo(
    () => ({
      unorganized: (fileIds) => void latest.current.moveFiles(fileIds, null),
      trash: (fileIds) => void latest.current.trash(fileIds),
    }),
    [],
  )
}
