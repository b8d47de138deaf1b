import { Search, X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { MAX_QUERY } from '../contract.ts'

export type SearchInputProps = {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  onClear: () => void
  /** Called on Enter. */
  onSubmit: () => void
}

/** The search field of the page. Esc and a button clear it. */
export function SearchInput({ ref, value, onChange, onClear, onSubmit }: SearchInputProps) {
  const t = useTranslations('search')
  const tUi = useTranslations('ui')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') return onSubmit()
    if (event.key !== 'Escape' || value === '') return
    event.preventDefault()
    onClear()
  }
  return (
    <div className="flex h-13 items-center gap-3 rounded-[12px] border border-line bg-raised pr-2 pl-4 text-lg has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-1 has-[:focus-visible]:outline-focus">
      <Search aria-hidden className="size-4.5 flex-none text-ink3" />
      <input
        ref={ref}
        type="search"
        aria-keyshortcuts="/"
        aria-label={t('search_label')}
        placeholder={t('search_placeholder')}
        maxLength={MAX_QUERY}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none placeholder:text-ink3 [&::-webkit-search-cancel-button]:hidden"
      />
      <Kbd>/</Kbd>
      {value !== '' && <IconButton label={tUi('clear')} icon={<X aria-hidden />} onClick={onClear} />}
    </div>
  )
}
