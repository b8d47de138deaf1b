import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { isInListView } from '#features/files/rules.ts'
import type { ListView } from '#features/files/rules.ts'
import { useLibrary } from '#features/files/web.tsx'
import { useFolderDeleted } from '#features/folders/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { FileListPane } from '../list/FileListPane.tsx'
import { useAskPanel } from './askPanel.ts'
import { FilesPanes } from './FilesPanes.tsx'
import { setLastList, useListLocation } from './listLocation.ts'

/**
 * The list and, next to it, the open recording. /file-list and /file/{id} share this layout, so the list keeps its scroll
 * position. Without an open recording the list takes the whole main area (docs/decisions/0023).
 */
export function FilesLayout() {
  const me = useMe()
  const { fileId, list } = useListLocation()
  const { tagId, categoryId } = list
  const navigate = useNavigate()
  const isList = fileId === undefined
  const isAsking = useAskPanel(({ isOpen }) => isOpen)
  const hasPanel = me !== undefined && !hasMembership(me.membership_type)
  useEffect(() => {
    if (isList) setLastList({ tagId, categoryId })
  }, [isList, tagId, categoryId])
  useListOfOpened(fileId, list)
  // If the folder is deleted, an open recording stays open, and "back" leads to the list of all files.
  useFolderDeleted(tagId, () =>
    isList ? void navigate({ to: '/file-list', search: { categoryId: 'allFiles' } }) : setLastList({}),
  )
  return (
    <FilesPanes
      list={<FileListPane listView={list} openId={fileId} />}
      isRecordingOpen={!isList}
      isListOnly={isList && !hasPanel}
      isListHidden={isAsking && !isList}
    >
      <Outlet />
    </FilesPanes>
  )
}

/**
 * Beside a recording opened from elsewhere (a link, Home, the recorder), shows the list it belongs to when it is not in the list
 * shown last. A recording that leaves the list while it is open, for example into a folder, leaves the list as it is.
 */
function useListOfOpened(fileId: string | undefined, list: ListView): void {
  const library = useLibrary().data
  const checkedId = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (fileId === checkedId.current) return
    const file = library?.find(({ id }) => id === fileId)
    if (fileId !== undefined && !file) return
    checkedId.current = fileId
    if (file && !isInListView(file, list)) setLastList(file.is_trash ? { categoryId: 'trash' } : {})
  })
}
