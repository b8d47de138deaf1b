import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFolderDeleted } from '#features/folders/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { PATH_AFTER_TRASH, paths } from '#shared/paths.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { useShortcuts } from '#browser/keyboard/shortcuts.ts'
import { FileListPane } from '../list/FileListPane.tsx'
import { FilesPanes } from './FilesPanes.tsx'
import { setLastList, useListLocation } from './listLocation.ts'

/**
 * The list and, next to it, the open recording. /file-list and /file/{id} share this layout, so the list keeps its scroll
 * position. Without an open recording the list takes the whole main area (docs/decisions/0023). Esc closes the recording.
 */
export function FilesLayout() {
  const me = useMe()
  const { fileId, list } = useListLocation()
  const { tagId, categoryId } = list
  const openPage = useOpenPage()
  const isList = fileId === undefined
  const hasPanel = me !== undefined && !hasMembership(me.membership_type)
  useEffect(() => {
    if (isList) setLastList({ tagId, categoryId })
  }, [isList, tagId, categoryId])
  // If the folder is deleted, an open recording stays open, and "back" leads to the list of all files.
  useFolderDeleted(tagId, () => (isList ? openPage(PATH_AFTER_TRASH) : setLastList({})))
  // While recordings are selected, Esc clears the selection instead.
  const closeRecording = () => document.querySelector('[data-selecting]') || openPage(paths.fileList(list))
  useShortcuts(isList ? NO_SHORTCUTS : { Escape: closeRecording })
  return (
    <FilesPanes
      list={<FileListPane listView={list} openId={fileId} />}
      isRecordingOpen={!isList}
      isListOnly={isList && !hasPanel}
    >
      <Outlet />
    </FilesPanes>
  )
}

const NO_SHORTCUTS = {}
