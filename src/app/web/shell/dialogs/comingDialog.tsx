import type { ComponentType } from 'react'
import { DialogTurn } from '#ui/DialogTurn.tsx'
import type { DialogName } from '#ui/dialogTurns.ts'
import { useLoaded } from '#ui/useLoaded.ts'
import { withPages } from '../../withPages.ts'

/**
 * Creates a dialog that opens by itself. Its code and messages are loaded when it is due, and only then it queues behind other
 * open dialogs. If loading fails, the dialog does not open and no error is shown.
 */
export function comingDialog<Props extends object>(
  name: DialogName,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { wants: boolean }> {
  const bring = async () => {
    const [Shown] = await Promise.all([withPages(load)(), import('#ui/DialogScreen.tsx')])
    return Shown
  }
  return function ComingDialog({ wants, ...props }) {
    const Shown = useLoaded(bring, wants)
    const comes = wants && Shown !== undefined
    return (
      <DialogTurn name={name} wants={comes}>
        {comes && <Shown {...(props as unknown as Props)} />}
      </DialogTurn>
    )
  }
}
