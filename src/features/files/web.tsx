import type { QueryClient } from '@tanstack/react-query'
export { FileMenu, type FileMenuProps } from './web/actions/FileMenu.tsx'
export { RemoveFilesDialog, type RemoveFilesDialogProps } from './web/actions/RemoveFilesDialog.tsx'
export { StorageRow } from './web/StorageRow.tsx'
export { RenameField, type RenameFieldProps } from './web/actions/RenameField.tsx'
export { useTrashDueCount } from './web/trashDeadline.ts'
export { useCounts } from './web/sync/useCounts.ts'
export { setFileFolders, readLibrary, useLibrary } from './web/sync/queries.ts'
export { searchTitlesCached } from './web/searchTitles.ts'
export { useFileActions, type FileActions } from './web/actions/useFileActions.ts'
export { useChangeFiles, type FileChange } from './web/actions/useChangeFiles.ts'
export { hasDraggedFiles, startFileDrag, readDroppedFiles, useFilesDropTarget } from './web/dragFiles.ts'
export { runOncePerFile } from './web/actions/runOncePerFile.ts'
export { applyLiveEvent } from './web/sync/applyLiveEvent.ts'
export { invalidateFiles } from './web/sync/queries.ts'
export { Player } from './web/player/Player.tsx'
export { readMarkers } from './web/player/readMarkers.ts'
export { AudioDeleted } from './web/player/AudioDeleted.tsx'
export { PlayerProvider, type PlayerProviderProps } from './web/player/PlayerProvider.tsx'
export type { AudioElement } from './web/player/Playback.ts'
export { usePlayedTime, usePlayer, usePlayerState } from './web/player/usePlayer.ts'
export { useFile } from './web/sync/useFile.ts'
export { changeShownFile } from './web/sync/useFile.ts'
export { prepareTitles } from './web/searchTitles.ts'
export { useRecentFiles } from './web/sync/queries.ts'
export { RowMenuList } from './web/actions/FileMenu.tsx'
export { daysLeft } from './web/trashDeadline.ts'
/**
 * Loads the first page of the library while the page that shows it is still loading: every page of a signed-in user counts
 * recordings. Its code is a separate chunk beside the entry.
 */
export function prefetchLibrary(queries: QueryClient): void {
  import('./web/sync/queries.ts').then(
    ({ prefetchLibrary: prefetch }) => prefetch(queries),
    () => {}, // the page that shows the library loads it again
  )
}
