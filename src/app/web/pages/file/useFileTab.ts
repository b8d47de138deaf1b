import { useState } from 'react'
import { NoExpiration, recall, store } from '#ui/storage.ts'

export type FileTab = 'both' | 'summary' | 'transcript'

/** Name by the specification (B§9): `{product}_file_tabs`. */
const KEPT_AS = 'file_tabs'

/** The tab open on a recording's page, the same for every recording; "both" only where there is room. */
export function useFileTab(hasRoom: boolean): [FileTab, (tab: FileTab) => void] {
  const [chosen, setChosen] = useState(keptTab)
  const choose = (tab: FileTab) => {
    store(KEPT_AS, tab, { lifetime: NoExpiration })
    setChosen(tab)
  }
  return [chosen === 'both' && !hasRoom ? 'summary' : chosen, choose]
}

function keptTab(): FileTab {
  const kept = recall(KEPT_AS)
  return kept === 'summary' || kept === 'transcript' ? kept : 'both'
}
