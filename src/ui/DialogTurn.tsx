import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { GiveUpContext, HeldContext, useDialogTurn } from './dialogTurns.ts'
import type { DialogName } from './dialogTurns.ts'
import { onReached } from './reachability.ts'

export type DialogTurnProps = { name: DialogName; wants: boolean; children: ReactNode }

/**
 * Shows the dialogs inside it when they are first in the dialog queue, and hides them while another dialog goes first. Hidden
 * dialogs stay mounted and keep what was typed in them, including dialogs opened from within. If the code of a dialog cannot be
 * loaded, it leaves the queue until the server is reachable again.
 */
export function DialogTurn({ name, wants, children }: DialogTurnProps) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing && !wants) setMissing(false)
  const giveUp = useCallback(() => setMissing(true), [])
  useEffect(() => (isMissing ? onReached(() => setMissing(false)) : undefined), [isMissing])
  const isWanted = wants && !isMissing
  const isTurn = useDialogTurn(name, isWanted)
  return (
    <GiveUpContext value={giveUp}>
      <HeldContext value={isWanted && !isTurn}>{children}</HeldContext>
    </GiveUpContext>
  )
}
