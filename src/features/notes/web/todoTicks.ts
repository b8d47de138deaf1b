import { createContext, use, useState } from 'react'
import type { SummaryPoint } from '../contract.ts'

/** Saves that a task was done. Undefined where the summary cannot be changed. */
export type SaveTick = (pointId: string, done: boolean) => Promise<void>

export const SaveTickContext = createContext<SaveTick | undefined>(undefined)

/** Returns whether a task is done, and the function that changes it. The change is shown at once. */
export function useTodoTicks(point: SummaryPoint): { isDone: boolean; tick: ((done: boolean) => void) | undefined } {
  const save = use(SaveTickContext)
  const [pending, setPending] = useState<boolean>()
  const tick = async (done: boolean) => {
    setPending(done)
    try {
      await save?.(point.id, done)
    } finally {
      setPending(undefined)
    }
  }
  return { isDone: pending ?? point.done, tick: save && ((done) => void tick(done)) }
}
