import { Check, Plus, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { MAX_SOUNDS, MAX_TERM_LENGTH, type WordListTerm } from '../../contract.ts'
import { isTooMuch, parseSounds, type WordListLine } from '../../rules.ts'
import { ROW_CLASS } from './TermRow.tsx'

/** Saves a term. Resolves with true when it is on the list already. */
type Save = (line: WordListLine) => Promise<boolean>

/** Adds a term. The fields are empty afterwards, and the next term can be typed. */
export function AddTermForm({ onAdd }: { onAdd: Save }) {
  const t = useTranslations('word-list')
  const first = useRef<HTMLInputElement>(null)
  const form = useTermForm({ term: '', sounds_like: [] }, async (line) => {
    const isKnown = await onAdd(line)
    if (!isKnown) first.current?.focus()
    return isKnown
  })
  return (
    <TermFields
      form={form}
      first={first}
      submitLabel={t('words_add')}
      submitIcon={<Plus aria-hidden />}
      className="border-t border-line py-1"
    />
  )
}

export type EditTermFormProps = { term: WordListTerm; onSave: Save; onRemove: () => void; onClose: () => void }

/** Changes a term in place, or removes it. Enter saves, Escape closes. */
export function EditTermForm({ term, onSave, onRemove, onClose }: EditTermFormProps) {
  const t = useTranslations('word-list')
  const ui = useTranslations('ui')
  const first = useRef<HTMLInputElement>(null)
  const form = useTermForm(term, async (line) => {
    const isKnown = await onSave(line)
    if (!isKnown) onClose()
    return isKnown
  })
  // The focus is the external system.
  useEffect(() => first.current?.focus(), [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    // Escape closes it from everywhere inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li onKeyDown={closeOnEscape} className="border-t border-line bg-sunken py-1 sm:-mx-2 sm:px-2">
      <TermFields form={form} first={first} submitLabel={t('words_save')} submitIcon={<Check aria-hidden />}>
        <IconButton label={t('words_remove', { term: term.term })} icon={<Trash2 aria-hidden />} onClick={onRemove} />
        <IconButton label={ui('cancel')} icon={<X aria-hidden />} onClick={onClose} />
      </TermFields>
    </li>
  )
}

type TermFieldsProps = {
  form: ReturnType<typeof useTermForm>
  first: RefObject<HTMLInputElement | null>
  submitLabel: string
  submitIcon: ReactNode
  className?: string
  children?: ReactNode
}

function TermFields({ form, first, submitLabel, submitIcon, className = '', children }: TermFieldsProps) {
  const t = useTranslations('word-list')
  return (
    <form
      onSubmit={form.submit}
      className={`${ROW_CLASS} items-start gap-y-2 max-sm:grid-cols-[minmax(0,1fr)_auto] ${className}`}
    >
      <TextField
        className="max-sm:col-span-2"
        ref={first as RefObject<HTMLInputElement | HTMLTextAreaElement | null>}
        label={t('words_write')}
        hideLabel
        placeholder={t('words_new')}
        maxLength={MAX_TERM_LENGTH}
        autoComplete="off"
        value={form.term}
        onChange={form.changeTerm}
        error={form.error === 'known' && t('words_known')}
      />
      <TextField
        label={t('words_sounds')}
        hideLabel
        placeholder={t('words_sounds_optional')}
        autoComplete="off"
        value={form.sounds}
        onChange={form.changeSounds}
        error={form.error === 'tooMuch' && t('words_sounds_limit', { max: MAX_SOUNDS, length: MAX_TERM_LENGTH })}
      />
      <div className="flex h-10 items-center justify-end gap-1 sm:col-span-2 pointer-coarse:h-11">
        {children}
        <IconButton
          type="submit"
          variant={children ? 'main' : 'quiet'}
          label={submitLabel}
          icon={submitIcon}
          busy={form.isBusy}
          disabledReason={form.term.trim() === '' && t('words_name_missing')}
        />
      </div>
    </form>
  )
}

/** The texts of a term that is typed, and why they cannot be saved. */
function useTermForm(initial: WordListLine, save: Save) {
  const [term, setTerm] = useState(initial.term)
  const [sounds, setSounds] = useState(initial.sounds_like.join(', '))
  const [error, setError] = useState<'known' | 'tooMuch'>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const line = { term: term.trim(), sounds_like: parseSounds(sounds) }
    if (line.term === '' || isBusy) return
    if (isTooMuch(line.sounds_like)) return setError('tooMuch')
    setBusy(true)
    const isKnown = await save(line)
    setBusy(false)
    if (isKnown) return setError('known')
    setTerm(initial.term)
    setSounds(initial.sounds_like.join(', '))
  }
  const changing = (set: (text: string) => void) => (text: string) => {
    setError(undefined)
    set(text)
  }
  return {
    term,
    sounds,
    error,
    isBusy,
    submit: (event: FormEvent) => void submit(event),
    changeTerm: changing(setTerm),
    changeSounds: changing(setSounds),
  }
}
