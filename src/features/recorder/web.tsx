import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'

export { LazyRecorder } from './web/LazyRecorder.tsx'
export { useStartRecording } from './web/useStartRecording.ts'

export const recorderFeature: WebFeature = {
  name: 'recorder',
  live: async () => (await import('./web/live/liveHandlers.ts')).liveHandlers,
  background: async () => (await import(/* chunk: landing, offline */ './web/RecorderBackground.tsx')).RecorderBackground,
  paletteActions: withNamespace(
    'recorder',
    async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
  ),
}

/** Loads the list of unfinished recordings of an earlier visit. It renders nothing when there are none. */
export const loadRecoverableRecordings = async () =>
  (await import('./web/recovery/AppRecoverableRecordings.tsx')).AppRecoverableRecordings

/** Deletes the audio that this browser stores for a deleted account. */
export const removeRecordingsOf = async (account: string): Promise<void> =>
  (await import('./web/engine/recordingFiles.ts')).removeAllRecordings(account)
