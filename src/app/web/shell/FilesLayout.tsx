import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FileListPane } from '#features/files/web.tsx'
import { useFolder, useFolderChips, useGoneFolder, useMoveMenu } from '#features/folders/web.tsx'
import { useTaskChips } from '#features/generate/web.tsx'
import { useMe, useSettings } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { AFTER_TRASH, paths } from '#kit/paths.ts'
import { Button } from '#ui/Button.tsx'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useWords } from '#ui/words.ts'
import { FilesPanes } from './FilesPanes.tsx'
import { keepListBeside } from './listBeside.ts'
import { mainPanelOf } from './mainPanelOf.ts'
import { useShellActions } from './ShellActions.ts'
import { usePlace } from './usePlace.ts'
import { useShortcuts } from './useShortcuts.ts'

/**
 * The list and, next to it, the open recording. /file-list and /file/{id} share this layout, so the list keeps its scroll
 * position. Without an open recording the list takes the whole main area (docs/decisions/0023). Esc closes the recording.
 */
export function FilesLayout() {
  const t = useWords('app')
  const { openUpload, openSettings } = useShellActions()
  const { settings } = useSettings()
  const me = useMe()
  const place = usePlace()
  const { fileId, list } = place
  const { tagId, categoryId } = list ?? {}
  const folder = useFolder(tagId)
  const chipOf = useTaskChips()
  const { moveMenu, moveItems, moveDialog } = useMoveMenu()
  const foldersOf = useFolderChips()
  const openPage = useOpenPage()
  const isList = fileId === undefined
  // The page behind the settings dialog does not change.
  const isFree = mainPanelOf({ ...place, isSetting: false }, me && hasMembership(me.membership_type)) === 'free'
  useEffect(() => {
    if (isList) keepListBeside({ tagId, categoryId })
  }, [isList, tagId, categoryId])
  // If the folder is deleted, an open recording stays open, and "back" leads to the list of all files.
  useGoneFolder(tagId, () => (isList ? openPage(AFTER_TRASH) : keepListBeside({})))
  // While recordings are selected, Esc clears the selection instead.
  const leave = () => document.querySelector('[data-selecting]') || openPage(paths.fileList({ tagId, categoryId }))
  useShortcuts(isList ? NO_KEYS : { Escape: leave })
  const pane = (
    <FileListPane
      tagId={tagId}
      categoryId={categoryId}
      selectedId={fileId}
      title={folder?.name}
      moveMenu={moveMenu}
      moveItems={moveItems}
      foldersOf={foldersOf}
      chipOf={chipOf}
      trashDays={settings?.trash_days}
      onTrashRule={() => openSettings('transcription')}
      emptyAction={
        <Button variant="main" onClick={openUpload}>
          {t('upload_audio')}
        </Button>
      }
    />
  )
  return (
    <>
      <FilesPanes list={pane} isOpen={!isList} isAlone={isList && !isFree}>
        <Outlet />
      </FilesPanes>
      {moveDialog}
    </>
  )
}

const NO_KEYS = {}
