import { useDeferredValue, useMemo, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { findInText } from './findInText.ts'
import type { Found } from './findInText.ts'

/** State and actions of the transcript search. */
export type Find = {
  isOpen: boolean
  query: string
  found: readonly Found[]
  /** Index of the selected match, or -1 when there is none. */
  nth: number
  current: Found | undefined
  open: () => void
  close: () => void
  ask: (query: string) => void
  /** Selects the next or previous match and wraps around at the ends. */
  step: (by: 1 | -1) => void
}

/** Searches the transcript. Calls `onSelect` with each match that is selected. */
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
