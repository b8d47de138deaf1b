import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { discardKept, finishKept, soundOfKept, unfinishedHere } from './engine/kept.ts'

/** What is done with recordings an earlier visit left unfinished; tests bring their own. */
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

/** Recordings that have begun and are no files yet, those of this browser and those on the server, newest first. */
export function useKept() {
  const { list } = useKeptActs()
  // Also without a network: what lies in this browser is known all the same.
  return useQuery({ queryKey: KEY, queryFn: () => list(), networkMode: 'always' })
}

export const rereadKept = (queries: QueryClient): void => void queries.invalidateQueries({ queryKey: KEY })
