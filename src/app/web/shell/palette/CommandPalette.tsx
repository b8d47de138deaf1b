import { Dialog as Base } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { track } from '#features/telemetry/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { useHeldOpen } from '#ui/dialogTurns.ts'
import { NoExpiration, recall, store } from '#ui/storage.ts'
import { useWords } from '#ui/words.ts'
import type { Choice } from './Choice.ts'
import { findChoices } from './findChoices.ts'
import { PaletteList } from './PaletteList.tsx'
import { useDoChoices } from './useDoChoices.tsx'
import { useFileChoices } from './useFileChoices.tsx'
import { useGoChoices } from './useGoChoices.tsx'

const KEY = 'palette_recent'
/** How many recent choices are stored. Some of them may no longer exist, so fewer are shown. */
const KEPT = 12
const SHOWN_RECENT = 5

/** Finds pages, recordings and actions by name (Ctrl/Cmd K). Must be rendered inside a `DialogTurn`. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useWords('pages')
  const turn = useHeldOpen(open)
  const close = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    onClose()
  }
  return (
    <Base.Root
      open={turn.open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Base.Portal keepMounted={turn.keepMounted}>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-hidden sm:px-3 sm:pt-[12vh] sm:pb-3">
          <Base.Popup
            onKeyDown={close}
            className="relative flex max-h-full w-full flex-col overflow-hidden bg-raised text-ink shadow-lift outline-none transition duration-140 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-sm:h-dvh sm:max-h-120 sm:max-w-152 sm:rounded-lg"
          >
            <Base.Title className="sr-only">{t('palette_title')}</Base.Title>
            <PaletteContent onClose={onClose} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Mounted each time the palette opens, so that it starts with an empty field and the recent choices. */
function PaletteContent({ onClose }: { onClose: () => void }) {
  const owner = useMe()?.id
  const [query, setQuery] = useState('')
  const [remembered] = useState(() => recentChoices(owner))
  const go = useGoChoices()
  const does = useDoChoices()
  const { found, byId } = useFileChoices(query, remembered)
  const all = new Map([...go, ...does].map((choice) => [choice.id, choice]))
  const recent = remembered.flatMap((id): Choice[] => {
    const choice = all.get(id) ?? byId.get(id)
    return choice ? [choice] : []
  })
  // Not deferred: Enter must choose from the results of the current query.
  const groups = findChoices({ go, does, files: found, recent: recent.slice(0, SHOWN_RECENT) }, query)
  const choose = ({ id, run }: Choice) => {
    noteChoice(owner, id)
    // Only the kind of choice is tracked, never the id of the recording or folder.
    track('palette', { kind: 'button', name: id.split(':')[0] })
    onClose()
    run()
  }
  return <PaletteList groups={groups} query={query} onQuery={setQuery} onChoose={choose} />
}

/** Returns the ids of the user's last choices in this browser, latest first. */
function recentChoices(owner: string | undefined): readonly string[] {
  const kept = owner === undefined ? undefined : recall(KEY, { owner })
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}

function noteChoice(owner: string | undefined, id: string): void {
  if (owner === undefined) return
  const ids = [id, ...recentChoices(owner).filter((one) => one !== id)].slice(0, KEPT)
  store(KEY, ids, { owner, lifetime: NoExpiration })
}
