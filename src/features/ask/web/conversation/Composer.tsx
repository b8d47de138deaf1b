import { ArrowUp, Square } from 'lucide-react'
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { useReachable } from '#browser/http/reachability.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { MAX_QUESTION } from '../../contract.ts'

export type ComposerProps = {
  placeholder: string
  isAsking: boolean
  onAsk: (question: string) => void
  onStop: () => void
  /** What is asked; below the field. */
  scope: ReactNode
  /** In the narrow panel of a recording the button has no text. */
  isNarrow?: boolean
  ref?: Ref<ComposerHandle>
}

export type ComposerHandle = { focus: () => void; write: (question: string) => void }

/** The field for a question. Enter asks, Shift Enter begins a line. While an answer is written, Stop stands in the place of Ask. */
export function Composer({ placeholder, isAsking, onAsk, onStop, scope, isNarrow = false, ref }: ComposerProps) {
  const t = useTranslations('ask')
  const id = useId()
  const isReachable = useReachable()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus({ preventScroll: true }),
    write: (question) => {
      setText(question)
      field.current?.focus({ preventScroll: true })
    },
  }))
  const canAsk = isReachable && !isAsking
  const submit = () => {
    const question = text.trim()
    if (!canAsk || question === '') return
    setText('')
    onAsk(question)
  }
  const reason = isReachable ? undefined : t('offline')
  return (
    <form
      className="rounded-lg border border-line bg-raised shadow-lift focus-within:border-edge"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor={id} className="sr-only">
        {placeholder}
      </label>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={1}
        value={text}
        maxLength={MAX_QUESTION}
        placeholder={placeholder}
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
        className="block max-h-40 w-full resize-none rounded-lg bg-transparent px-4 pt-3.5 pb-1.5 text-base outline-none [field-sizing:content] placeholder:text-ink3"
      />
      <div className="flex items-end gap-2 px-2.5 pb-2.5">
        <div className="flex min-w-0 flex-1 items-center gap-2 overflow-x-auto [scrollbar-width:none]">{scope}</div>
        {isAsking ? (
          <Button icon={<Square aria-hidden className="fill-current" />} onClick={onStop}>
            {t('stop')}
          </Button>
        ) : isNarrow ? (
          <IconButton type="submit" variant="main" label={t('send')} icon={<ArrowUp aria-hidden />} disabledReason={reason} />
        ) : (
          <Button type="submit" variant="main" icon={<ArrowUp aria-hidden />} disabledReason={reason}>
            {t('send')}
          </Button>
        )}
      </div>
      {!isReachable && <p className="border-t border-line px-4 py-2 text-sm text-ink2">{t('offline')}</p>}
    </form>
  )
}
