import { Search, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useRef } from 'react'
import { Kbd } from '../badge/Kbd.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { TextField } from '../form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type SearchFieldProps = {
  /** The accessible name and the placeholder. */
  label: string
  hint?: ReactNode
  value: string
  onChange: (value: string) => void
  onFocus?: () => void
  /** Called when the down arrow leaves the field for the results. */
  onArrowDown?: () => void
  /** The key that focuses the field, shown while it is empty. The app handles it (`useGlobalShortcuts`). */
  shortcut?: '/'
  ref?: Ref<HTMLInputElement>
}

/** The search field of every page: Esc and a button clear it. */
export function SearchField({ label, hint, value, onChange, onFocus, onArrowDown, shortcut, ref }: SearchFieldProps) {
  const t = useTranslations('ui')
  const container = useRef<HTMLDivElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && onArrowDown) onArrowDown()
    else if (event.key === 'Escape' && value !== '') onChange('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const clear = () => {
    onChange('')
    container.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={container}>
      <TextField
        ref={ref}
        isQuiet
        type="search"
        aria-keyshortcuts={shortcut}
        label={label}
        hideLabel
        hint={hint}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        // The button of the browser looks different in each of them.
        className="[&_input::-webkit-search-cancel-button]:hidden"
        icon={<Search aria-hidden />}
        value={value}
        onChange={onChange}
        onFocus={onFocus}
        onKeyDown={handleKeyDown}
        after={
          value === '' ? (
            shortcut && <Kbd>{shortcut}</Kbd>
          ) : (
            <IconButton size="sm" label={t('clear')} icon={<X aria-hidden />} onClick={clear} className="-mr-1.5" />
          )
        }
      />
    </div>
  )
}
