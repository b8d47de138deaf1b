import { useDeferredValue, useMemo, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { findInText } from './findInText.ts'
import type { Found } from './findInText.ts'

/** Looking for words in a transcript: open or not, what for, where they stand and which of those places is looked at. */
export type Find = {
  isOpen: boolean
  query: string
  found: readonly Found[]
  /** Counted from 0; -1 when nothing was found. */
  nth: number
  current: Found | undefined
  open: () => void
  close: () => void
  ask: (query: string) => void
  /** To the next place, or the one before; round at the ends. */
  step: (by: 1 | -1) => void
}

/** `onGo` is called with the place to be shown. */
export function useFind(segments: readonly Segment[], onGo: (found: Found) => void): Find {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const wanted = useDeferredValue(isOpen ? query : '')
  const found = useMemo(() => findInText(segments, wanted), [segments, wanted])
  const nth = found.length === 0 ? -1 : Math.min(chosen, found.length - 1)
  const go = (to: number) => {
    setChosen(to)
    const place = found[to]
    if (place) onGo(place)
  }
  return {
    isOpen,
    query,
    found,
    nth,
    current: found[nth],
    open: () => setOpen(true),
    close: () => setOpen(false),
    ask: (next) => {
      setQuery(next)
      setChosen(0)
      const [first] = findInText(segments, next)
      if (first) onGo(first)
    },
    step: (by) => {
      if (found.length > 0) go((nth + by + found.length) % found.length)
    },
  }
}
