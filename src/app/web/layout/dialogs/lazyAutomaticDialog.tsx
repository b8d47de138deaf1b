import type { ComponentType } from 'react'
import { QueuedDialog } from '#ui/dialog/QueuedDialog.tsx'
import type { DialogName } from '#ui/dialog/dialogQueue.ts'
import { useLazyLoad } from '#browser/loading/useLazyLoad.ts'
import { withPagesNamespace } from '../../withNamespace.ts'

/**
 * Creates a dialog that opens by itself. Its code and messages are loaded when it is due, and only then it queues behind other
 * open dialogs. If loading fails, the dialog does not open and no error is shown.
 */
export function lazyAutomaticDialog<Props extends object>(
  name: DialogName,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { isDue: boolean }> {
  const loadDialog = async () => {
    const [LoadedDialog] = await Promise.all([withPagesNamespace(load)(), import('#ui/dialog/ModalDialog.tsx')])
    return LoadedDialog
  }
  return function ComingDialog({ isDue, ...props }) {
    const LoadedDialog = useLazyLoad(loadDialog, isDue)
    const isReady = isDue && LoadedDialog !== undefined
    return (
      <QueuedDialog name={name} open={isReady}>
        {isReady && <LoadedDialog {...(props as unknown as Props)} />}
      </QueuedDialog>
    )
  }
}
