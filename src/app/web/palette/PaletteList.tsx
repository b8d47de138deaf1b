import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { MessageSquareText, Search, X } from 'lucide-react'
import { buttonClass } from '#ui/button/Button.tsx'
import { findWordMarks } from '#ui/search/findWordMarks.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { BOLD_CLASS, MarkedText } from '#ui/search/MarkedText.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ShortcutKeys } from '../layout/shortcuts/ShortcutKeys.tsx'
import { keysOf } from '../layout/shortcuts/shortcuts.ts'
import type { PaletteChoice } from '#ui/feature/PaletteAction.ts'
import type { Group } from './findChoices.ts'

export type PaletteListProps = {
  groups: readonly Group<PaletteChoice>[]
  query: string
  /** The query without a leading `>` (commands only) or `?` (question). */
  text: string
  /** Whether recordings are searched for the query. */
  isSearched: boolean
  /** The number of moments that the search page would show; undefined until it is known. */
  momentCount: string | undefined
  onQuery: (query: string) => void
  /** Called with the position among all choices. */
  onHighlight: (index: number) => void
  onChoose: (choice: PaletteChoice) => void
  /** Searches for the query on the search page. */
  onSearchAll: () => void
  /** Asks the query as a question. */
  onAsk: () => void
}

/** The search field and the results below it. Arrow keys move, Enter chooses, Esc closes. The focus stays in the field. */
export function PaletteList(props: PaletteListProps) {
  const { groups, query, text, isSearched, onQuery, onHighlight, onChoose, onSearchAll } = props
  const t = useTranslations('palette')
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
      onItemHighlighted={(_, { index }) => onHighlight(index)}
      itemToStringValue={(choice: PaletteChoice) => choice.name}
    >
      <PaletteField onSearchAll={onSearchAll} />
      <p role="status" className="sr-only">
        {query.trim() !== '' && t('palette_found', { count })}
      </p>
      {count === 0 && <p className="px-5 py-8 text-center text-md text-ink2">{t('palette_nothing', { query: text })}</p>}
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
              {(choice: PaletteChoice) => <PaletteRow key={choice.id} choice={choice} query={text} onChoose={onChoose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      {text !== '' && isSearched && (
        <>
          <SearchAllButton {...props} />
          <AskButton {...props} />
        </>
      )}
      <PaletteFooter />
    </Autocomplete.Root>
  )
}

/** Opens the search page with all moments. */
function SearchAllButton({ text, momentCount, onSearchAll }: PaletteListProps) {
  const t = useTranslations('palette')
  const tApp = useTranslations('app')
  return (
    <button
      type="button"
      onClick={onSearchAll}
      className="flex min-h-11 flex-none items-center gap-3 border-t border-line px-4 text-left text-md text-ink2 hover:bg-sunken"
    >
      <Search aria-hidden className="size-4.5 flex-none" />
      <span className="min-w-0 flex-1 truncate">{t('palette_search_all', { query: text })}</span>
      {momentCount !== undefined && <span className="tabular flex-none text-sm text-ink3">{momentCount}</span>}
      <span aria-hidden className="flex-none">
        <Kbd>{`${tApp('press_mod')} Enter`}</Kbd>
      </span>
    </button>
  )
}

function AskButton({ text, onAsk }: PaletteListProps) {
  const t = useTranslations('palette')
  return (
    <button
      type="button"
      onClick={onAsk}
      className="flex min-h-11 flex-none items-center gap-3 border-t border-line px-4 text-left text-md text-ink2 hover:bg-sunken"
    >
      <MessageSquareText aria-hidden className="size-4.5 flex-none" />
      <span className="min-w-0 flex-1 truncate">{t('palette_ask', { query: text })}</span>
    </button>
  )
}

/** The keyboard hints, on devices with a keyboard. */
function PaletteFooter() {
  const t = useTranslations('palette')
  return (
    <div
      aria-hidden
      className="flex h-11 flex-none items-center gap-1.5 border-t border-line bg-sunken px-4 text-sm whitespace-nowrap text-ink2 max-sm:hidden pointer-coarse:hidden"
    >
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd>
      <span className="mr-3">{t('palette_key_move')}</span>
      <Kbd>↵</Kbd>
      <span>{t('palette_key_open')}</span>
      <span className="ml-auto flex items-center gap-1.5">
        <Kbd>&gt;</Kbd>
        {t('palette_key_commands')}
        <span className="ml-3">
          <Kbd>?</Kbd>
        </span>
        {t('palette_key_ask')}
      </span>
    </div>
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

type PaletteRowProps = { choice: PaletteChoice; query: string; onChoose: (choice: PaletteChoice) => void }

function PaletteRow({ choice, query, onChoose }: PaletteRowProps) {
  const { name, marks = findWordMarks(name, query), hint, time, icon, shortcut } = choice
  return (
    <Autocomplete.Item
      value={choice}
      onClick={() => onChoose(choice)}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-md outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11 [&_svg]:size-4.5 [&_svg]:flex-none [&>svg]:text-ink2"
    >
      {icon}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        <MarkedText text={name} marks={marks} className={BOLD_CLASS} />
      </span>
      {hint && (
        <span dir="auto" className="tabular max-w-2/5 flex-none max-sm:max-w-24 truncate text-sm text-ink3">
          {hint}
        </span>
      )}
      {time && (
        <Chip tone="accent" noTruncate className="tabular">
          {time}
        </Chip>
      )}
      {shortcut && (
        <span aria-hidden className="flex-none pointer-coarse:hidden">
          <ShortcutKeys keys={keysOf(shortcut)} />
        </span>
      )}
    </Autocomplete.Item>
  )
}
