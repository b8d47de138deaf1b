import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { sendEarly } from '#browser/http/send.ts'

export { FileMenu, RemoveFilesDialog, RowMenuList } from './web/actions/FileMenu.tsx'
export { StorageRow } from './web/storage/StorageRow.tsx'
export { useFileStats } from './web/storage/useFileStats.ts'
export { RenameField, type RenameFieldProps } from './web/actions/RenameField.tsx'
export { useCounts } from './web/sync/useCounts.ts'
export { invalidateFiles, readLibrary, reloadLibrary, showNewFile } from './web/sync/libraryCache.ts'
export { setFileFolders, useLibrary, useRecentFiles } from './web/sync/queries.ts'
export { useChangeFiles, useFileActions, runOncePerFile } from './web/actions/useFileActions.ts'
export { hasDraggedFiles, startFileDrag, readDroppedFiles, useFilesDropTarget } from './web/dragFiles.ts'
export { addDataForPrograms, prepareAudioDrag } from './web/dragToDesktop.ts'
export { StorageUse } from './web/storage/StorageUse.tsx'
export { CopyMomentItem } from './web/player/CopyMomentItem.tsx'
export { LazyPassagePlayer } from './web/player/LazyPassagePlayer.tsx'
export { LazySlimPlayer } from './web/player/LazySlimPlayer.tsx'
export { useMomentPlayback } from './web/player/useMomentPlayback.ts'
export { Player, AudioDeleted } from './web/player/Player.tsx'
export type { PlayerLane } from './web/player/PlayerLanes.tsx'
export { LazyMiniPlayer } from './web/player/LazyMiniPlayer.tsx'
export { readMarkers } from './web/player/MarkersMenu.tsx'
export { PlayerProvider, type PlayerProviderProps } from './web/player/PlayerProvider.tsx'
export { usePlayedTime, usePlayer, usePlayerState } from './web/player/PlayerContext.ts'
export { useSamplePlayer } from './web/player/useSamplePlayer.ts'
export type { AudioElement } from './web/player/Playback.ts'
export { useGeneratedTitleToast } from './web/actions/useGeneratedTitleToast.ts'
export { changeShownFile, readShownFile, useFile } from './web/sync/useFile.ts'
export { useNoteVisit } from './web/sync/useNoteVisit.ts'
export { bestMatches, prepareTitles, searchTitlesCached } from './web/searchTitles.ts'
export { useSourceName } from './web/useSourceName.ts'
export { daysLeft, useTrashDueCount } from './web/trashDeadline.ts'

export const filesFeature: WebFeature = {
  name: 'files',
  live: async () => (await import('./web/sync/liveHandlers.ts')).liveHandlers,
}

/**
 * Sends the request for the first page of the library before the code that reads the response is loaded: every page of a signed-in
 * user counts recordings.
 */
export const prefetchLibrary = (): void => sendEarly('/file/page', '/file/page?limit=100')
