import type { QueryClient } from '@tanstack/react-query'
export { FileListPane } from './web/FileListPane.tsx'
export type { FileListPaneProps } from './web/FileListPaneProps.ts'
export { RecentFiles, type RecentFilesProps } from './web/RecentFiles.tsx'
export { FileMenu, type FileMenuProps } from './web/FileMenu.tsx'
export { FileStatus, type RenderChip } from './web/FileState.tsx'
export { RemoveFilesDialog, type RemoveFilesDialogProps } from './web/RemoveFilesDialog.tsx'
export { StorageRow } from './web/StorageRow.tsx'
export { RenameField, type RenameFieldProps } from './web/RenameField.tsx'
export { useTrashDueCount } from './web/trashTime.ts'
export { useCounts } from './web/useCounts.ts'
export { setFileFolders, readLibrary, useLibrary } from './web/queries.ts'
export { searchTitlesCached } from './web/searchTitles.ts'
export { useNeighbours, type Neighbours } from './web/useNeighbours.ts'
export { useFileActions, type FileActions } from './web/useFileActions.ts'
export { useChangeFiles, type FileChange } from './web/useChangeFiles.ts'
export { hasDraggedFiles, startFileDrag, readDroppedFiles, useFilesDropTarget } from './web/dragFiles.ts'
export { runOncePerFile } from './web/onceEach.ts'
export { applyLiveEvent } from './web/applyLiveEvent.ts'
export { invalidateFiles } from './web/queries.ts'
export { FileHeader, type FileHeaderProps } from './web/FileHeader.tsx'
export { Player } from './web/player/Player.tsx'
export { readMarkers } from './web/player/markersOf.ts'
export { AudioDeleted } from './web/player/SoundDeleted.tsx'
export { PlayerProvider, type PlayerProviderProps } from './web/player/PlayerProvider.tsx'
export type { AudioElement } from './web/player/Playback.ts'
export { usePlayedTime, usePlayer, usePlayerState } from './web/player/usePlayer.ts'
export { useFile } from './web/useFile.ts'

/**
 * Loads the first page of the library while the page that shows it is still loading: every page of a signed-in user counts
 * recordings. Its code is a separate chunk beside the entry.
 */
export function prefetchLibrary(queries: QueryClient): void {
  import('./web/queries.ts').then(
    ({ prefetchLibrary: prefetch }) => prefetch(queries),
    () => {}, // the page that shows the library loads it again
  )
}
