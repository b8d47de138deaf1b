import type { QueryClient } from '@tanstack/react-query'
export { FileListPane } from './web/FileListPane.tsx'
export type { FileListPaneProps } from './web/FileListPaneProps.ts'
export { RecentFiles, type RecentFilesProps } from './web/RecentFiles.tsx'
export { FileMenu, type FileMenuProps } from './web/FileMenu.tsx'
export { FileState, type ChipOf } from './web/FileState.tsx'
export { RemoveFilesDialog, type RemoveFilesDialogProps } from './web/RemoveFilesDialog.tsx'
export { StorageRow } from './web/StorageRow.tsx'
export { RenameField, type RenameFieldProps } from './web/RenameField.tsx'
export { useTrashDue } from './web/useTrashDue.ts'
export { useCounts } from './web/useCounts.ts'
export { fileAnew, readLibrary, useLibrary } from './web/queries.ts'
export { titlesFound } from './web/searchTitles.ts'
export { useNeighbours, type Neighbours } from './web/useNeighbours.ts'
export { useFileActions, type FileActions } from './web/useFileActions.ts'
export { useChangeFiles, type FileChange } from './web/useChangeFiles.ts'
export { carriesFiles, carryFiles, droppedFiles } from './web/dragFiles.ts'
export { useFilesDrop } from './web/useFilesDrop.ts'
export { onceEach } from './web/onceEach.ts'
export { applyLiveEvent } from './web/applyLiveEvent.ts'
export { rereadFiles } from './web/queries.ts'
export { FileHeader, type FileHeaderProps } from './web/FileHeader.tsx'
export { Player } from './web/player/Player.tsx'
export { markersOf } from './web/player/markersOf.ts'
export { SoundDeleted } from './web/player/SoundDeleted.tsx'
export { PlayerProvider, type PlayerProviderProps } from './web/player/PlayerProvider.tsx'
export type { SoundElement } from './web/player/Playback.ts'
export { usePlayedTime, usePlayer, usePlayerState } from './web/player/usePlayer.ts'
export { useFile } from './web/useFile.ts'

/**
 * Asks for the first of the library while the page that shows it is still on its way: every page for somebody signed in counts
 * recordings. Its code comes beside the entry, not in it.
 */
export function prefetchLibrary(queries: QueryClient): void {
  import('./web/queries.ts').then(
    ({ prefetchLibrary: ask }) => ask(queries),
    () => {}, // whoever shows it asks again
  )
}
