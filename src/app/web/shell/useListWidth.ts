import { useState } from 'react'
import { NoExpiration, recall, store } from '#ui/storage.ts'

const KEY = 'listWidth'

/** Widths of the list in CSS pixels. */
export const LIST_WIDTH = { least: 280, usual: 352, most: 520 } as const

const within = (width: number): number => Math.round(Math.min(LIST_WIDTH.most, Math.max(LIST_WIDTH.least, width)))

/** The width of the list, stored in this browser. The setter clamps it to the limits of `LIST_WIDTH`. */
export function useListWidth(): readonly [number, (width: number) => void] {
  const [width, setWidth] = useState<number>(() => {
    const kept = recall(KEY)
    return typeof kept === 'number' && Number.isFinite(kept) ? within(kept) : LIST_WIDTH.usual
  })
  const change = (next: number) => {
    store(KEY, within(next), { lifetime: NoExpiration })
    setWidth(within(next))
  }
  return [width, change] as const
}
