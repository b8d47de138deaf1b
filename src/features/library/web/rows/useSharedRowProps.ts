import { useEffect, useMemo, useRef } from 'react'
import { isTouchDevice } from '#browser/page/capabilities.ts'
import { useFolderChips } from '#features/folders/web.tsx'
import { useTaskChips } from '#features/generate/web.tsx'
import { useSettings } from '#features/profile/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { FileListProps, SharedRowProps } from './rowProps.ts'

type RowNavigation = {
  activeId: string | undefined
  activate: (id: string) => void
  moveTo: (id: string | undefined) => void
  setRenamingId: (id: string | undefined) => void
}

/**
 * Returns the props shared by all rows: the same object until something they show changes, so that rows do not render needlessly.
 */
export function useSharedRowProps(props: FileListProps, navigation: RowNavigation): SharedRowProps {
  const { layout } = props
  const { tagId, categoryId } = props.listView
  const trashDays = useSettings().settings?.trash_days
  const renderFolders = useFolderChips()
  const renderTask = useTaskChips()
  const translate = useTranslations('files')
  const formats = useFormat()
  const current = { ...props, ...navigation }
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })
  return useMemo(
    () => ({
      layout,
      listView: { tagId, categoryId },
      translate,
      formats,
      isDraggable: !isTouchDevice(),
      trashDays,
      renderFolders,
      renderTask,
      onFocus: (id) => latest.current.activate(id),
      onSelect: (id, isRange) => {
        const { activeId, activate, onExtend, onToggle } = latest.current
        if (isRange) onExtend(activeId, id)
        else onToggle(id)
        activate(id)
      },
      onRename: (id) => latest.current.setRenamingId(id),
      onRenamed: (id, name) => {
        const { files, indexById, setRenamingId, moveTo, onRename } = latest.current
        const file = files[indexById.get(id) ?? -1]
        setRenamingId(undefined)
        moveTo(id)
        if (file && name !== null) onRename(file, name)
      },
      onNewFolder: (fileIds) => latest.current.onNewFolder(fileIds),
      onRowRemoved: (id, categoryId) => {
        latest.current.moveTo(latest.current.activeId)
        latest.current.onRowRemoved(id, categoryId)
      },
    }),
    [layout, tagId, categoryId, translate, formats, trashDays, renderFolders, renderTask],
  )
}
