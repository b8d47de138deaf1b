import { useEffect, useMemo, useRef } from 'react'
import { isTouch } from '#ui/isTouch.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import type { FileListProps } from './FileListProps.ts'
import type { RowKit } from './FileListRow.tsx'

type Moving = {
  activeId: string | undefined
  choose: (id: string) => void
  moveTo: (id: string | undefined) => void
  setRenamingId: (id: string | undefined) => void
}

/**
 * Returns the props shared by all rows: the same object until something they show changes, so that rows do not render needlessly.
 */
export function useRowKit(props: FileListProps, moving: Moving): RowKit {
  const { layout, trashDays, moveMenu, foldersOf, chipOf } = props
  const words = useWords('files')
  const formats = useFormat()
  const current = { ...props, ...moving }
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })
  return useMemo(
    () => ({
      layout,
      words,
      formats,
      mayDrag: !isTouch(),
      trashDays,
      moveMenu,
      foldersOf,
      chipOf,
      onFocus: (id) => latest.current.choose(id),
      onPick: (id, isRange) => {
        const { activeId, choose, onExtend, onToggle } = latest.current
        if (isRange) onExtend(activeId, id)
        else onToggle(id)
        choose(id)
      },
      onRename: (id) => latest.current.setRenamingId(id),
      onRenamed: (id, name) => {
        const { files, places, setRenamingId, moveTo, onRename } = latest.current
        const file = files[places.get(id) ?? -1]
        setRenamingId(undefined)
        moveTo(id)
        if (file && name !== null) onRename(file, name)
      },
      onGone: (id) => {
        latest.current.moveTo(latest.current.activeId)
        latest.current.onGone(id)
      },
    }),
    [layout, words, formats, trashDays, moveMenu, foldersOf, chipOf],
  )
}
