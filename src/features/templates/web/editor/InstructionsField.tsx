import { Field } from '@base-ui/react/field'
import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { TEMPLATE_CONTENT_MAX } from '../../contract.ts'
import { Counter } from './CountedField.tsx'
import { TOKENS, type ShownTokens, type Token } from '../tokens/tokens.ts'
import { useShownTokens } from '../tokens/InstructionsText.tsx'

type InstructionsFieldProps = {
  value: string
  onChange: (value: string) => void
  error: ReactNode
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/**
 * The instructions of a template. The text area holds them with the fields in the language of the reader, in transparent letters; a
 * copy behind it shows fields as chips and headings bold. Both break lines alike, because the braces of a field are as wide as the
 * padding of its chip. `onChange` gets what is stored.
 */
export function InstructionsField({ value, onChange, error, fieldRef }: InstructionsFieldProps) {
  const t = useTranslations('templates')
  const tokens = useShownTokens()
  const shown = tokens.toShown(value)
  const { change, insert } = useChange(fieldRef, tokens, onChange)
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
            <Backdrop text={shown} tokens={tokens} />
            <Field.Control
              ref={fieldRef as unknown as RefObject<HTMLInputElement>}
              value={shown}
              onValueChange={change}
              onKeyDown={(event) => treatTokensAsOne(event, tokens)}
              onSelect={(event) => keepTokensWhole(event, tokens)}
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

function Backdrop({ text, tokens }: { text: string; tokens: ShownTokens }) {
  return (
    <div aria-hidden className={classes(TEXT_CLASS, 'pointer-events-none min-h-60 text-ink forced-colors:invisible')}>
      {text.split('\n').map((line, index) => (
        <span key={index} className={line.startsWith('#') ? 'stroke-bold' : undefined}>
          {tokens.split(line).map(({ kind, text: part, start }) =>
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

/** Returns functions that take the text of the field, and that put a field at the cursor and leave the cursor behind it. */
function useChange(fieldRef: RefObject<HTMLTextAreaElement | null>, tokens: ShownTokens, onChange: (value: string) => void) {
  const cursor = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (cursor.current !== undefined) fieldRef.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  })
  const change = (text: string) => {
    const normalize = (part: string) => tokens.toShown(tokens.toStored(part))
    // A field that was pasted under its stored name gets its label, which would move the cursor to the end.
    if (normalize(text) !== text) cursor.current = normalize(text.slice(0, fieldRef.current?.selectionEnd)).length
    onChange(tokens.toStored(text))
  }
  const insert = (token: Token) => {
    const field = fieldRef.current
    if (!field) return
    const text = tokens.shownText(token)
    const { value, selectionStart: start, selectionEnd: end } = field
    field.focus()
    // The only way to insert text that Ctrl-Z removes again; jsdom does not have it.
    const editor = document as { execCommand?: (command: string, showUi: boolean, text: string) => boolean }
    if (editor.execCommand?.('insertText', false, text)) return
    cursor.current = start + text.length
    onChange(tokens.toStored(value.slice(0, start) + text + value.slice(end)))
  }
  return { change, insert }
}

/** Backspace and Delete remove a field at once, arrows step over it. The browser does the rest, so that it can be undone. */
function treatTokensAsOne(event: KeyboardEvent<HTMLElement>, { tokenBefore, tokenAfter }: ShownTokens): void {
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

function keepTokensWhole(event: SyntheticEvent<HTMLElement>, { snapSelection }: ShownTokens): void {
  const field = event.currentTarget as HTMLTextAreaElement
  const { selectionStart: start, selectionEnd: end, selectionDirection } = field
  const whole = snapSelection(field.value, { start, end })
  if (whole.start !== start || whole.end !== end) field.setSelectionRange(whole.start, whole.end, selectionDirection)
}
