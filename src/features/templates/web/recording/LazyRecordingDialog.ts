import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import type { RecordingDialogProps } from './RecordingDialog.tsx'

/** Chooses a recording that has a transcript. Loaded when it is first opened. */
export const LazyRecordingDialog = lazyDialog<RecordingDialogProps>(
  async () => (await import('./RecordingDialog.tsx')).RecordingDialog,
)
