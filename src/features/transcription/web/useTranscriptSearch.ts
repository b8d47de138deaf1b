import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import type { TextSearch } from '../contract.ts'
import { findMatches, findWords } from './segmentText.ts'
import type { SearchMatch } from './segmentText.ts'

/** State and actions of the transcript search. */
export type TranscriptSearch = {
  isOpen: boolean
  query: string
  options: SearchOptions
  matches: readonly SearchMatch[]
  /** The matches are those of an earlier text: a long transcript is searched after the keys were shown. */
  isSearching: boolean
  /** Index of the selected match, or -1 when there is none. */
  selectedIndex: number
  selectedMatch: SearchMatch | undefined
  open: () => void
  close: () => void
  changeQuery: (query: string) => void
  changeOptions: (options: SearchOptions) => void
  /** Selects the next or previous match and wraps around at the ends. */
  move: (direction: 1 | -1) => void
  /** Selects a match of segments that are shown next. */
  selectNext: (index: number, match: SearchMatch | undefined) => void
}

export type SearchOptions = Pick<TextSearch, 'match_case' | 'whole_word'>

/**
 * Searches the transcript. Calls `onSelect` with each match that is selected. While text can be replaced, only what would be replaced
 * is found.
 */
export function useTranscriptSearch(
  segments: readonly Segment[],
  { isReplacing, onSelect }: { isReplacing: boolean; onSelect: (matches: SearchMatch) => void },
): TranscriptSearch {
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [requestedIndex, setRequestedIndex] = useState(0)
  const [options, setOptions] = useState<SearchOptions>({ match_case: false, whole_word: false })
  const deferredQuery = useDeferredValue(isOpen ? query : '')
  const matches = useMemo(() => {
    const search = { find: deferredQuery, ...options }
    return isReplacing ? findMatches(segments, search) : findWords(segments, search)
  }, [segments, deferredQuery, options, isReplacing])
  const selectedIndex = matches.length === 0 ? -1 : Math.min(requestedIndex, matches.length - 1)
  const select = (nextIndex: number) => {
    setRequestedIndex(nextIndex)
    const match = matches[nextIndex]
    if (match) onSelect(match)
  }
  const showFirst = useEffectEvent(() => {
    const [first] = matches
    if (first) onSelect(first)
  })
  // The scroll position is the external system. Searching and scrolling follow the key, so that typing does not wait for them.
  useEffect(() => showFirst(), [deferredQuery, options])
  return {
    isOpen,
    query,
    options,
    matches,
    isSearching: deferredQuery !== query,
    selectedIndex,
    selectedMatch: matches[selectedIndex],
    open: () => setOpen(true),
    close: () => setOpen(false),
    changeQuery: (next) => {
      setQuery(next)
      setRequestedIndex(0)
    },
    changeOptions: (next) => {
      setOptions(next)
      setRequestedIndex(0)
    },
    selectNext: (index, match) => {
      setRequestedIndex(index)
      if (match) onSelect(match)
    },
    move: (direction) => {
      if (matches.length > 0) select((selectedIndex + direction + matches.length) % matches.length)
    },
  }
}
