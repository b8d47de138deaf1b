import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { discardKept, finishKept, soundOfKept, unfinishedHere } from './engine/kept.ts'

/** Actions on unfinished recordings; tests pass their own. */
export type KeptActs = {
  list: typeof unfinishedHere
  finish: typeof finishKept
  discard: typeof discardKept
  sound: typeof soundOfKept
}

export const KeptContext = createContext<KeptActs | undefined>(undefined)

export function useKeptActs(): KeptActs {
  const acts = use(KeptContext)
  if (!acts) throw new Error('there is no KeptContext around this')
  return acts
}

const KEY = ['recorder', 'kept']

/** Returns the unfinished recordings of this browser and of the server, newest first. */
export function useKept() {
  const { list } = useKeptActs()
  // Also offline, because local recordings are available without the server.
  return useQuery({ queryKey: KEY, queryFn: () => list(), networkMode: 'always' })
}

export const rereadKept = (queries: QueryClient): void => void queries.invalidateQueries({ queryKey: KEY })
