import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FileListPane } from '#features/files/web.tsx'
import { FilesPanes } from './FilesPanes.tsx'
import { keepListBeside } from './listBeside.ts'
import { usePlace } from './usePlace.ts'

/** The list beside the page, for /file-list and /file/{id}: one and the same list, which keeps its place while one reads. */
export function FilesLayout() {
  const { fileId, list } = usePlace()
  const { tagId, categoryId } = list ?? {}
  const isList = fileId === undefined
  useEffect(() => {
    if (isList) keepListBeside({ tagId, categoryId })
  }, [isList, tagId, categoryId])
  return (
    <FilesPanes list={<FileListPane tagId={tagId} categoryId={categoryId} selectedId={fileId} />} isOpen={!isList}>
      <Outlet />
    </FilesPanes>
  )
}
