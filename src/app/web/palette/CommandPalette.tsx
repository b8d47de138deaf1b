import { useNavigate } from '@tanstack/react-router'
import { Dialog as Base } from '@base-ui/react/dialog'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { handQuestion } from '#features/ask/web.tsx'
import { useAccessGuard } from '#features/devices/web.tsx'
import { track } from '#features/telemetry/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { MOMENT_ID_PREFIX, useMomentChoices } from '#features/search/web.tsx'
import { useQueuedOpen } from '#ui/dialog/dialogQueue.tsx'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction, PaletteChoice, UsePaletteActions } from '#ui/feature/PaletteAction.ts'
import { findChoices, parsePaletteQuery } from './findChoices.ts'
import { PaletteList } from './PaletteList.tsx'
import { FILE_ID_PREFIX, useFileChoices } from './useFileChoices.tsx'
import { usePlacedMoments } from './usePlacedMoments.ts'
import { useLayoutActions } from './useLayoutActions.tsx'

const STORAGE_KEY = 'palette_recent'
/** How many recent choices are stored. Some of them may no longer exist, so fewer are shown. */
const MAX_STORED = 12
const MAX_RECENT_COMMANDS = 3

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    palette: object
  }
}

export type CommandPaletteProps = {
  open: boolean
  onClose: () => void
  /** The hooks of the features. The array never changes. */
  featureActions: readonly UsePaletteActions[]
}

/** Finds pages, recordings and actions by name (Ctrl/Cmd K). */
export function CommandPalette({ open, onClose, featureActions }: CommandPaletteProps) {
  const t = useTranslations('palette')
  const queuedOpen = useQueuedOpen(open)
  const closeByShortcut = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    onClose()
  }
  return (
    <Base.Root
      open={queuedOpen.open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Base.Portal keepMounted={queuedOpen.keepMounted}>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-hidden sm:px-3 sm:pt-26 sm:pb-3">
          <Base.Popup
            onKeyDown={closeByShortcut}
            className="relative flex max-h-full w-full flex-col overflow-hidden bg-raised text-ink shadow-lift outline-none transition duration-140 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-sm:h-dvh sm:max-h-150 sm:max-w-170 sm:rounded-lg"
          >
            <Base.Title className="sr-only">{t('palette_title')}</Base.Title>
            <PaletteContent onClose={onClose} featureActions={featureActions} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Mounted each time the palette opens, so that it starts with an empty field, the recent recordings and the recent commands. */
function PaletteContent({ onClose, featureActions }: Omit<CommandPaletteProps, 'open'>) {
  const owner = useMe()?.id
  const [query, setQuery] = useState('')
  const [recentIds] = useState(() => getRecentIds(owner))
  const { guard } = useAccessGuard()
  const { go, do: actions } = useActions(featureActions)
  const t = useTranslations('palette')
  const { query: text, isCommandsOnly, isQuestion } = parsePaletteQuery(query)
  const isSearched = !isCommandsOnly && !isQuestion
  const { found, recent: recentFiles } = useFileChoices(isSearched ? text : '')
  const momentSearch = useMomentChoices(isSearched ? text : '')
  const choicesById = new Map([...go, ...actions].map((choice) => [choice.id, choice]))
  const recentCommands = recentIds.map((id) => choicesById.get(id)).filter((choice) => choice !== undefined)
  const recent = [...recentFiles, ...recentCommands.slice(0, MAX_RECENT_COMMANDS)]
  // Not deferred: Enter must choose from the results of the current query.
  const instant = findChoices({ destinations: go, actions, files: found, recent }, query)
  const { groups, setHighlighted } = usePlacedMoments(instant, momentSearch.choices)
  const choose = ({ id, isGuarded, run }: PaletteChoice) => {
    if (id !== 'question' && !id.startsWith(FILE_ID_PREFIX) && !id.startsWith(MOMENT_ID_PREFIX)) storeRecentId(owner, id)
    // Only the kind of choice is tracked, never the id of the recording or folder.
    track('palette', { kind: 'button', name: id.split(':')[0] })
    onClose()
    if (isGuarded) guard(run)
    else run()
  }
  const navigate = useNavigate()
  const searchAll = () => {
    onClose()
    void navigate({ to: '/search', search: { q: text.trim() || undefined } })
  }
  const askChoice: PaletteChoice = {
    id: 'question',
    name: t('palette_ask', { query: text.trim() }),
    icon: <MessageSquareText />,
    isGuarded: true,
    run: () => {
      if (text.trim() !== '') handQuestion(text.trim())
      void navigate({ to: '/ask' })
    },
  }
  return (
    <PaletteList
      groups={isQuestion ? [{ kind: 'do', items: [askChoice] }] : groups}
      query={query}
      text={text.trim()}
      isSearched={isSearched}
      momentCount={momentSearch.count}
      onQuery={setQuery}
      onHighlight={setHighlighted}
      onChoose={choose}
      onSearchAll={searchAll}
      onAsk={() => choose(askChoice)}
    />
  )
}

/** Returns the actions of the layout and of all features by group, each in its order. */
function useActions(featureActions: readonly UsePaletteActions[]): Record<PaletteAction['group'], PaletteAction[]> {
  const hooks = [useLayoutActions, ...featureActions]
  // The same hooks in the same order each time.
  const all = hooks.flatMap((getActions) => getActions()).toSorted((a, b) => a.order - b.order)
  return { go: all.filter(({ group }) => group === 'go'), do: all.filter(({ group }) => group === 'do') }
}

/** Returns the ids of the user's last choices in this browser, latest first. */
function getRecentIds(owner: string | undefined): readonly string[] {
  const stored = owner === undefined ? undefined : getItem(STORAGE_KEY, { owner })
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

function storeRecentId(owner: string | undefined, id: string): void {
  if (owner === undefined) return
  const ids = [id, ...getRecentIds(owner).filter((recentId) => recentId !== id)].slice(0, MAX_STORED)
  setItem(STORAGE_KEY, ids, { owner, lifetime: NO_EXPIRATION })
}
