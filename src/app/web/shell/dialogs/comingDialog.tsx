import type { ComponentType } from 'react'
import { DialogTurn } from '#ui/DialogTurn.tsx'
import type { DialogName } from '#ui/dialogTurns.ts'
import { useLoaded } from '#ui/useLoaded.ts'
import { withPages } from '../../withPages.ts'

/**
 * A dialog nobody asked for. Its code and words are fetched when it wants to be seen; only then does it wait for its turn. Where
 * they do not come it does not either, and nothing is said.
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
