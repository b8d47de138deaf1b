import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import type { Note } from '#features/notes/web.tsx'
import { parseTabLink, parseTimeLink } from '#shared/timeLink.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

/** A note is named by its id. */
export type FileTab = 'both' | 'summary' | 'transcript' | 'map' | `note:${string}`

/** The storage key of the specification (B§9): `{product}_file_tabs`. */
const STORAGE_KEY = 'file_tabs'
const STORED_TABS = ['both', 'summary', 'transcript', 'map'] as const

type AvailableTabs = { hasTwoColumns: boolean; hasMap: boolean; notes: readonly Note[] }

/**
 * Returns the open tab and its setter. It is the same for every recording that has it; a note is open for this recording only. A link to
 * a moment opens the transcript, and one to the summary or a note opens that.
 */
export function useFileTab({ hasTwoColumns, hasMap, notes }: AvailableTabs): [FileTab, (tab: FileTab) => void] {
  const hash = `#${useLocation({ select: (location) => location.hash })}`
  const [{ tab, link }, setSelection] = useState(() => ({ tab: linkedTab(hash) ?? getStoredTab(), link: hash }))
  if (link !== hash) setSelection({ tab: linkedTab(hash) ?? tab, link: hash })
  const selectTab = (next: FileTab) => {
    if (isStored(next)) setItem(STORAGE_KEY, next, { lifetime: NO_EXPIRATION })
    setSelection({ tab: next, link: hash })
  }
  const selectedTab = tab === 'moment' ? (hasTwoColumns && getStoredTab() !== 'transcript' ? 'both' : 'transcript') : tab
  const isAvailable =
    selectedTab === 'both'
      ? hasTwoColumns
      : selectedTab === 'map'
        ? hasMap
        : isStored(selectedTab) || notes.some(({ note_id }) => selectedTab === `note:${note_id}`)
  return [isAvailable ? selectedTab : 'summary', selectTab]
}

/** Returns what a link opens: `moment` is the transcript, alone or beside the summary. */
function linkedTab(hash: string): FileTab | 'moment' | undefined {
  return parseTimeLink(hash) === undefined ? parseTabLink(hash) : 'moment'
}

const isStored = (tab: unknown): tab is (typeof STORED_TABS)[number] => STORED_TABS.some((name) => name === tab)

function getStoredTab(): FileTab {
  const stored = getItem(STORAGE_KEY)
  return isStored(stored) ? stored : 'both'
}
