import { useState } from 'react'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

const KEY = 'listWidth'

/** Widths of the list in CSS pixels. */
export const LIST_WIDTH = { min: 280, initial: 352, max: 520 } as const

const clampWidth = (width: number): number => Math.round(Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.min, width)))

/** The width of the list, stored in this browser. The setter clamps it to the limits of `LIST_WIDTH`. */
export function useListWidth(): readonly [number, (width: number) => void] {
  const [width, setWidth] = useState<number>(() => {
    const stored = getItem(KEY)
    return typeof stored === 'number' && Number.isFinite(stored) ? clampWidth(stored) : LIST_WIDTH.initial
  })
  const changeWidth = (newWidth: number) => {
    setItem(KEY, clampWidth(newWidth), { lifetime: NO_EXPIRATION })
    setWidth(clampWidth(newWidth))
  }
  return [width, changeWidth] as const
}
