import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FileListPane } from '#features/files/web.tsx'
import { useFolder, useMoveMenu } from '#features/folders/web.tsx'
import { useTaskChips } from '#features/generate/web.tsx'
import { Button } from '#ui/Button.tsx'
import { useWords } from '#ui/words.ts'
import { FilesPanes } from './FilesPanes.tsx'
import { keepListBeside } from './listBeside.ts'
import { useShellActions } from './ShellActions.ts'
import { usePlace } from './usePlace.ts'

/** The list beside the page, for /file-list and /file/{id}: one and the same list, which keeps its place while one reads. */
export function FilesLayout() {
  const t = useWords('app')
  const { openUpload } = useShellActions()
  const { fileId, list } = usePlace()
  const { tagId, categoryId } = list ?? {}
  const folder = useFolder(tagId)
  const chipOf = useTaskChips()
  const { moveMenu, moveDialog } = useMoveMenu()
  const isList = fileId === undefined
  useEffect(() => {
    if (isList) keepListBeside({ tagId, categoryId })
  }, [isList, tagId, categoryId])
  const pane = (
    <FileListPane
      tagId={tagId}
      categoryId={categoryId}
      selectedId={fileId}
      title={folder?.name}
      moveMenu={moveMenu}
      chipOf={chipOf}
      emptyAction={
        <Button variant="main" onClick={openUpload}>
          {t('upload_audio')}
        </Button>
      }
    />
  )
  return (
    <FilesPanes list={pane} isOpen={!isList}>
      <Outlet />
      {moveDialog}
    </FilesPanes>
  )
}
