import type { QueryClient } from '@tanstack/react-query'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { FileMenu, RemoveFilesDialog, RowMenuList } from './web/actions/FileMenu.tsx'
export { StorageRow } from './web/StorageRow.tsx'
export { RenameField, type RenameFieldProps } from './web/actions/RenameField.tsx'
export { useCounts } from './web/sync/useCounts.ts'
export { invalidateFiles, readLibrary } from './web/sync/libraryCache.ts'
export { setFileFolders, useLibrary, useRecentFiles } from './web/sync/queries.ts'
export { useChangeFiles, useFileActions, runOncePerFile } from './web/actions/useFileActions.ts'
export { hasDraggedFiles, startFileDrag, readDroppedFiles, useFilesDropTarget } from './web/dragFiles.ts'
export { applyLiveEvent } from './web/sync/applyLiveEvent.ts'
export { Player, AudioDeleted } from './web/player/Player.tsx'
export { readMarkers } from './web/player/MarkersMenu.tsx'
export {
  PlayerProvider,
  type PlayerProviderProps,
  usePlayedTime,
  usePlayer,
  usePlayerState,
} from './web/player/PlayerProvider.tsx'
export type { AudioElement } from './web/player/Playback.ts'
export { changeShownFile, useFile } from './web/sync/useFile.ts'
export { prepareTitles, searchTitlesCached } from './web/searchTitles.ts'
export { daysLeft, useTrashDueCount } from './web/trashDeadline.ts'

/** The manifest of the feature. */
export const filesFeature: WebFeature = {
  name: 'files',
  live: async () => (await import('./web/sync/applyLiveEvent.ts')).applyLiveEvent,
}

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
