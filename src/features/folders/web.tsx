import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { CurrentFolderContext, useCurrentFolderId } from './web/CurrentFolder.ts'
export { FolderSection } from './web/sidebar/FolderSection.tsx'
export { FolderDialog } from './web/dialog/FolderDialog.tsx'
export { folderColor } from './web/icon/folderColor.ts'
export { FolderSymbol, useFolderChips } from './web/icon/FolderSymbol.tsx'
export { MoveTargets, MoveToFolderMenu } from './web/move/MoveToFolderMenu.tsx'
export { useFolderDeleted } from './web/sync/useFolderDeleted.ts'
export { useMoveFiles } from './web/move/useMoveFiles.ts'
export { useFolder, useFolders } from './web/sync/queries.ts'

export const foldersFeature: WebFeature = {
  name: 'folders',
  live: async () => (await import('./web/sync/liveHandlers.ts')).liveHandlers,
  paletteActions: async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
}
