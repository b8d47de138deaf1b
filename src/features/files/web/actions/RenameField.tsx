import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { cleanName } from '#shared/normalizeText.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { FILENAME_MAX } from '../../contract.ts'

export type RenameFieldProps = {
  name: string
  /** Initial text of the field when it is not the name: typed before and not saved. */
  typedName?: string | undefined
  /** Receives a valid name that differs from the old one. */
  onSave: (name: string) => void
  onCancel: () => void
}

/** Edits a title in place. Enter and blur save, Esc restores the old title. */
export function RenameField({ name, typedName = name, onSave, onCancel }: RenameFieldProps) {
  const t = useTranslations('files')
  const [value, setValue] = useState(typedName)
  const field = useRef<HTMLInputElement>(null)
  const isFinished = useRef(false)
  const errorId = useId()
  const error = titleError(value)
  useEffect(() => field.current?.select(), [])
  return (
    // The focus ring needs four pixels.
    <div className="grid gap-1.5">
      <input
        ref={field}
        // The user started renaming in order to type.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        dir="auto"
        value={value}
        aria-label={t('rename_label')}
        aria-invalid={error !== undefined}
        aria-describedby={error && errorId}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={handleKeyDown}
        onBlur={() => finish(error === undefined)}
        className="-mx-1.5 -my-px h-6.5 rounded-sm border border-edge bg-raised px-1.25 text-base font-[580] text-ink outline-focus aria-invalid:border-signal pointer-coarse:h-9"
      />
      {error && (
        <span id={errorId} role="alert" className="text-sm text-signal">
          {t(error)}
        </span>
      )}
    </div>
  )

  function handleKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    // Enter that ends a composition in Chinese, Japanese or Korean belongs to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') finish(false)
    if (event.key !== 'Enter') return
    // Otherwise the element that receives the focus would handle this key as a click.
    event.preventDefault()
    if (error === undefined) finish(true)
  }

  /** @NOTE Removing the field blurs it, so the second call must do nothing. */
  function finish(shouldSave: boolean) {
    if (isFinished.current) return
    isFinished.current = true
    const next = cleanName(value)
    if (shouldSave && titleError(value) === undefined && next !== name) onSave(next)
    else onCancel()
  }
}

/** Returns the message key of the reason why a title cannot be saved. */
function titleError(value: string): 'Filename_empty' | 'Filename_toolong' | undefined {
  const name = cleanName(value)
  if (name === '') return 'Filename_empty'
  return name.length > FILENAME_MAX ? 'Filename_toolong' : undefined
}
