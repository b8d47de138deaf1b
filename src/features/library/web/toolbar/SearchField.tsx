import { Search } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type SearchFieldProps = {
  value: string
  onChange: (value: string) => void
  /** Called when the user is about to type. */
  onFocus: () => void
  /** Called when the down arrow moves the focus into the list. */
  onArrowDown: () => void
  ref?: Ref<HTMLInputElement>
}

/** Filters the list by title while typing. The `/` shortcut of the page focuses it. */
export function SearchField({ value, onChange, onFocus, onArrowDown, ref }: SearchFieldProps) {
  const t = useTranslations('files')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onArrowDown()
    else if (event.key === 'Escape' && value !== '') onChange('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextField
      ref={ref}
      type="search"
      label={t('search_titles')}
      hideLabel
      placeholder={t('search_titles')}
      autoComplete="off"
      value={value}
      onChange={onChange}
      onFocus={onFocus}
      onKeyDown={handleKeyDown}
      icon={<Search aria-hidden />}
      after={
        value === '' && (
          <span className="pointer-coarse:hidden">
            <Kbd>/</Kbd>
          </span>
        )
      }
    />
  )
}
