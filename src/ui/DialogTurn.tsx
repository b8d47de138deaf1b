import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { GiveUpContext, HeldContext, useDialogTurn } from './dialogTurns.ts'
import type { DialogName } from './dialogTurns.ts'
import { onReached } from './reachability.ts'

export type DialogTurnProps = { name: DialogName; wants: boolean; children: ReactNode }

/**
 * Gives the dialogs inside their turn: they are opened as one wants them, and held while another of the shell goes first. What
 * was typed in them is there when they come back, also in dialogs opened from within. One whose code does not come stands in
 * nobody's way until the server answers again.
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
