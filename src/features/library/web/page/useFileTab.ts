import { useState } from 'react'
import type { Note } from '#features/notes/web.tsx'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

/** A note is named by its id. */
export type FileTab = 'both' | 'summary' | 'transcript' | 'map' | `note:${string}`

/** The storage key of the specification (B§9): `{product}_file_tabs`. */
const STORAGE_KEY = 'file_tabs'
const STORED_TABS = ['both', 'summary', 'transcript', 'map'] as const

type AvailableTabs = { hasTwoColumns: boolean; hasMap: boolean; notes: readonly Note[] }

/** Returns the open tab and its setter. It is the same for every recording that has it; a note is open for this recording only. */
export function useFileTab({ hasTwoColumns, hasMap, notes }: AvailableTabs): [FileTab, (tab: FileTab) => void] {
  const [selectedTab, setSelectedTab] = useState<FileTab>(getStoredTab)
  const selectTab = (tab: FileTab) => {
    if (isStored(tab)) setItem(STORAGE_KEY, tab, { lifetime: NO_EXPIRATION })
    setSelectedTab(tab)
  }
  const isAvailable =
    selectedTab === 'both'
      ? hasTwoColumns
      : selectedTab === 'map'
        ? hasMap
        : isStored(selectedTab) || notes.some(({ note_id }) => selectedTab === `note:${note_id}`)
  return [isAvailable ? selectedTab : 'summary', selectTab]
}

const isStored = (tab: unknown): tab is (typeof STORED_TABS)[number] => STORED_TABS.some((name) => name === tab)

function getStoredTab(): FileTab {
  const stored = getItem(STORAGE_KEY)
  return isStored(stored) ? stored : 'both'
}
