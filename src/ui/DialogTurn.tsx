import type { ReactNode } from 'react'
import { HeldContext, useDialogTurn } from './dialogTurns.ts'
import type { DialogName } from './dialogTurns.ts'

export type DialogTurnProps = { name: DialogName; wants: boolean; children: ReactNode }

/**
 * Gives the dialogs inside their turn: they are opened as one wants them, and held while another of the shell goes first. What
 * was typed in them is there when they come back, also in dialogs opened from within.
 */
export function DialogTurn({ name, wants, children }: DialogTurnProps) {
  const isTurn = useDialogTurn(name, wants)
  return <HeldContext value={wants && !isTurn}>{children}</HeldContext>
}
