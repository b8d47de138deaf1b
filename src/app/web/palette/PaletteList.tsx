import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import { buttonClass } from '#ui/button/Button.tsx'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ShortcutKeys } from '../layout/shortcuts/ShortcutKeys.tsx'
import { keysOf } from '../layout/shortcuts/shortcuts.ts'
import type { PaletteChoice } from '#ui/feature/PaletteAction.ts'
import type { Group } from './findChoices.ts'

export type PaletteListProps = {
  groups: readonly Group<PaletteChoice>[]
  query: string
  onQuery: (query: string) => void
  onChoose: (choice: PaletteChoice) => void
  /** Searches for the query on the search page. */
  onSearchAll: () => void
}

/** The search field and the results below it. Arrow keys move, Enter chooses, Esc closes. The focus stays in the field. */
export function PaletteList({ groups, query, onQuery, onChoose, onSearchAll }: PaletteListProps) {
  const t = useTranslations('palette')
  const tApp = useTranslations('app')
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      autoHighlight="always"
      keepHighlight
      value={query}
      // The chosen item must not replace the query.
      onValueChange={(value, { reason }) => reason !== 'item-press' && onQuery(value)}
      itemToStringValue={(choice: PaletteChoice) => choice.name}
    >
      <PaletteField onSearchAll={onSearchAll} />
      <p role="status" className="sr-only">
        {query.trim() !== '' && t('palette_found', { count })}
      </p>
      {count === 0 && <p className="px-5 py-8 text-center text-md text-ink2">{t('palette_nothing', { query: query.trim() })}</p>}
      <Autocomplete.List
        aria-label={t('palette_title')}
        className="min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
      >
        {(group: Group<PaletteChoice>) => (
          <Autocomplete.Group key={group.kind} items={group.items} className="pb-1.5 last:pb-0">
            <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-[550] text-ink3">
              {t(`palette_${group.kind}`)}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(choice: PaletteChoice) => <PaletteRow key={choice.id} choice={choice} onChoose={onChoose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      {query.trim() !== '' && (
        <button
          type="button"
          onClick={onSearchAll}
          className="flex min-h-11 flex-none items-center gap-3 border-t border-line px-4 text-left text-md text-ink2 hover:bg-sunken"
        >
          <Search aria-hidden className="size-4.5 flex-none" />
          <span className="min-w-0 flex-1 truncate">{t('palette_search_all', { query: query.trim() })}</span>
          <span aria-hidden className="flex-none">
            <Kbd>{`${tApp('press_mod')} Enter`}</Kbd>
          </span>
        </button>
      )}
    </Autocomplete.Root>
  )
}

function PaletteField({ onSearchAll }: { onSearchAll: () => void }) {
  const [t, tUi] = [useTranslations('palette'), useTranslations('ui')]
  return (
    <div className="flex flex-none items-center gap-3 border-b border-line pr-2 pl-4 max-sm:pt-[env(safe-area-inset-top)]">
      <Search aria-hidden className="size-4.5 flex-none text-ink3" />
      <Autocomplete.Input
        aria-label={t('palette_title')}
        placeholder={t('palette_placeholder')}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          onSearchAll()
        }}
        className="h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink3"
      />
      <Base.Close aria-label={tUi('close')} className={classes(buttonClass({ variant: 'quiet', square: true }), 'sm:sr-only')}>
        <X aria-hidden />
      </Base.Close>
    </div>
  )
}

function PaletteRow({ choice, onChoose }: { choice: PaletteChoice; onChoose: (choice: PaletteChoice) => void }) {
  const { name, hint, icon, shortcut } = choice
  return (
    <Autocomplete.Item
      value={choice}
      onClick={() => onChoose(choice)}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-md outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11 [&_svg]:size-4.5 [&_svg]:flex-none [&>svg]:text-ink2"
    >
      {icon}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {name}
      </span>
      {hint && <span className="tabular flex-none text-sm text-ink3">{hint}</span>}
      {shortcut && (
        <span aria-hidden className="flex-none pointer-coarse:hidden">
          <ShortcutKeys keys={keysOf(shortcut)} />
        </span>
      )}
    </Autocomplete.Item>
  )
}
