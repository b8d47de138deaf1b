import { Field } from '@base-ui/react/field'
import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { TEMPLATE_CONTENT_MAX } from '../../contract.ts'
import { Counter } from './Counter.tsx'
import { TOKENS, type Token, snapSelection, splitTokens, tokenAfter, tokenBefore, tokenText } from './tokens.ts'

type InstructionsFieldProps = {
  value: string
  onChange: (value: string) => void
  error: ReactNode
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/**
 * The instructions of a template. The text area holds what is stored, with transparent letters; a copy behind it shows fields as
 * chips and headings bold. Both break lines alike, because the braces of a field are as wide as the padding of its chip.
 */
export function InstructionsField({ value, onChange, error, fieldRef }: InstructionsFieldProps) {
  const t = useTranslations('templates')
  const insert = useInsert(fieldRef, onChange)
  return (
    <Field.Root invalid={Boolean(error)} className="flex min-h-0 flex-1 flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Field.Label className="text-md font-[560] text-ink">{t('instructions')}</Field.Label>
        <Field.Description className="text-sm text-ink2">{t('instructions_hint')}</Field.Description>
        <Counter length={value.length} max={TEMPLATE_CONTENT_MAX} />
      </div>
      <div
        className={classes(
          'flex min-h-60 flex-1 flex-col overflow-hidden rounded-[10px] border has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-focus',
          error ? 'border-signal' : 'border-edge',
        )}
      >
        <div
          role="toolbar"
          aria-label={t('insert')}
          className="flex min-h-11 flex-none flex-wrap items-center gap-1.5 border-b border-line px-2.5 py-1 text-sm text-ink2"
        >
          <span aria-hidden>{t('insert')}</span>
          {TOKENS.map((token) => (
            <button
              key={token}
              type="button"
              onClick={() => insert(token)}
              className="h-6.5 rounded-md border border-line px-2.25 text-sm text-ink2 hover:bg-sunken hover:text-ink pointer-coarse:h-11"
            >
              {t(`token_${token}`)}
            </button>
          ))}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="relative min-h-full">
            <Backdrop text={value} />
            <Field.Control
              ref={fieldRef as unknown as RefObject<HTMLInputElement>}
              value={value}
              onValueChange={onChange}
              onKeyDown={treatTokensAsOne}
              onSelect={keepTokensWhole}
              spellCheck
              render={<textarea />}
              className={classes(
                TEXT_CLASS,
                'absolute inset-0 size-full resize-none overflow-auto bg-transparent text-transparent caret-ink outline-none selection:bg-accent/20 selection:text-transparent forced-colors:text-[CanvasText]',
              )}
            />
          </div>
        </div>
      </div>
      {error && (
        <Field.Error match className="text-sm text-signal">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  )
}

/** Text area and copy must break lines at the same places. */
const TEXT_CLASS = 'px-3.5 py-3 font-sans text-base whitespace-pre-wrap wrap-break-word'

function Backdrop({ text }: { text: string }) {
  return (
    <div aria-hidden className={classes(TEXT_CLASS, 'pointer-events-none min-h-60 text-ink forced-colors:invisible')}>
      {text.split('\n').map((line, index) => (
        <span key={index} className={line.startsWith('#') ? 'stroke-bold' : undefined}>
          {splitTokens(line).map(({ kind, text: part, start }) =>
            kind === 'token' ? (
              <span key={start} className="rounded-sm bg-accent-soft text-accent">
                <span className="text-transparent">{'{{'}</span>
                {part.slice(2, -2)}
                <span className="text-transparent">{'}}'}</span>
              </span>
            ) : (
              part
            ),
          )}
          {'\n'}
        </span>
      ))}
    </div>
  )
}

/** Returns a function that puts a field at the cursor and leaves the cursor behind it. */
function useInsert(fieldRef: RefObject<HTMLTextAreaElement | null>, onChange: (value: string) => void) {
  const cursor = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (cursor.current !== undefined) fieldRef.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  })
  return (token: Token) => {
    const field = fieldRef.current
    if (!field) return
    const text = tokenText(token)
    const { value, selectionStart: start, selectionEnd: end } = field
    field.focus()
    // The only way to insert text that Ctrl-Z removes again; jsdom does not have it.
    const editor = document as { execCommand?: (command: string, showUi: boolean, text: string) => boolean }
    if (editor.execCommand?.('insertText', false, text)) return
    cursor.current = start + text.length
    onChange(value.slice(0, start) + text + value.slice(end))
  }
}

/** Backspace and Delete remove a field at once, arrows step over it. The browser does the rest, so that it can be undone. */
function treatTokensAsOne(event: KeyboardEvent<HTMLElement>): void {
  const field = event.currentTarget as HTMLTextAreaElement
  const { value, selectionStart: position } = field
  if (position !== field.selectionEnd || event.ctrlKey || event.metaKey || event.altKey) return
  const isBackwards = event.key === 'Backspace' || event.key === 'ArrowLeft'
  if (!isBackwards && event.key !== 'Delete' && event.key !== 'ArrowRight') return
  const token = isBackwards ? tokenBefore(value, position) : tokenAfter(value, position)
  if (!token) return
  if (!event.key.startsWith('Arrow')) return field.setSelectionRange(token.start, token.end)
  if (event.shiftKey) return field.setSelectionRange(token.start, token.end, isBackwards ? 'backward' : 'forward')
  event.preventDefault()
  const next = isBackwards ? token.start : token.end
  field.setSelectionRange(next, next)
}

function keepTokensWhole(event: SyntheticEvent<HTMLElement>): void {
  const field = event.currentTarget as HTMLTextAreaElement
  const { selectionStart: start, selectionEnd: end, selectionDirection } = field
  const whole = snapSelection(field.value, { start, end })
  if (whole.start !== start || whole.end !== end) field.setSelectionRange(whole.start, whole.end, selectionDirection)
}
