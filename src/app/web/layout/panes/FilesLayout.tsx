import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FileListPane } from '#features/library/web.tsx'
import { useFolder, useFolderChips, useFolderDeleted, useMoveMenu } from '#features/folders/web.tsx'
import { useTaskChips } from '#features/generate/web.tsx'
import { useMe, useSettings } from '#features/profile/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { PATH_AFTER_TRASH, paths } from '#shared/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { FilesPanes } from './FilesPanes.tsx'
import { setLastList } from '../../routing/lastList.ts'
import { getMainPanel } from '../../routing/mainPanel.ts'
import { useShellActions } from '../ShellActions.ts'
import { useAppLocation } from '../../routing/appLocation.ts'
import { useShortcuts } from '#browser/keyboard/useShortcuts.ts'

/**
 * The list and, next to it, the open recording. /file-list and /file/{id} share this layout, so the list keeps its scroll
 * position. Without an open recording the list takes the whole main area (docs/decisions/0023). Esc closes the recording.
 */
export function FilesLayout() {
  const t = useTranslations('app')
  const { openUpload, openSettings } = useShellActions()
  const { settings } = useSettings()
  const me = useMe()
  const appLocation = useAppLocation()
  const { fileId, list } = appLocation
  const { tagId, categoryId } = list ?? {}
  const folder = useFolder(tagId)
  const taskChipFor = useTaskChips()
  const { moveMenu, moveItems, moveDialog } = useMoveMenu()
  const folderChipsFor = useFolderChips()
  const openPage = useOpenPage()
  const isList = fileId === undefined
  // The page behind the settings dialog does not change.
  const isFreePanel = getMainPanel({ ...appLocation, isSettingsOpen: false }, me && hasMembership(me.membership_type)) === 'free'
  useEffect(() => {
    if (isList) setLastList({ tagId, categoryId })
  }, [isList, tagId, categoryId])
  // If the folder is deleted, an open recording stays open, and "back" leads to the list of all files.
  useFolderDeleted(tagId, () => (isList ? openPage(PATH_AFTER_TRASH) : setLastList({})))
  // While recordings are selected, Esc clears the selection instead.
  const closeRecording = () => document.querySelector('[data-selecting]') || openPage(paths.fileList({ tagId, categoryId }))
  useShortcuts(isList ? NO_SHORTCUTS : { Escape: closeRecording })
  const listPane = (
    <FileListPane
      tagId={tagId}
      categoryId={categoryId}
      openId={fileId}
      title={folder?.name}
      moveMenu={moveMenu}
      moveItems={moveItems}
      renderFolders={folderChipsFor}
      renderChip={taskChipFor}
      trashDays={settings?.trash_days}
      onChangeTrashRule={() => openSettings('transcription')}
      emptyAction={
        <Button variant="main" onClick={openUpload}>
          {t('upload_audio')}
        </Button>
      }
    />
  )
  return (
    <>
      <FilesPanes list={listPane} isRecordingOpen={!isList} isListOnly={isList && !isFreePanel}>
        <Outlet />
      </FilesPanes>
      {moveDialog}
    </>
  )
}

const NO_SHORTCUTS = {}
