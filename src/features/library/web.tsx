import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { routes } from './web/routes.ts'

export { getLastList, setLastList, useLastList } from './web/panes/listLocation.ts'
export { useFileStatus } from './web/rows/FileStatus.tsx'

/** The button that shows what is being uploaded and transcribed (A§2 cloud-sync status). */
export const SyncStatus = lazyComponent(async () => (await import('./web/sync/SyncStatus.tsx')).SyncStatus)

/** The manifest of the feature. */
export const libraryFeature: FeatureWithRoutes<typeof routes> = {
  name: 'library',
  routes,
  background: async () => (await import('./web/ready/ReadyRecordings.tsx')).ReadyRecordings,
  dialogs: {
    upload: {
      priority: 'requested',
      load: async () => (await import('./web/upload/LibraryUploadDialog.tsx')).LibraryUploadDialog,
    },
  },
  paletteActions: async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
}
