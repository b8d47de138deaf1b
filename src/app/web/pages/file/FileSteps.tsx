import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNeighbours } from '#features/files/web.tsx'
import { paths } from '#kit/paths.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { isTaken } from '#ui/isTaken.ts'
import { isUnderPopup } from '#ui/isUnderPopup.ts'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useEvent } from '#ui/useEvent.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { usePlace } from '../../shell/usePlace.ts'

type Step = 'previous' | 'next'

export type FileStepsProps = {
  id: string
  className?: string
}

/** Buttons for the previous and the next recording of the list that this one was opened from, with the position in the list. */
export function FileSteps({ id, className }: FileStepsProps) {
  const t = useWords('files')
  const { number } = useFormat()
  const openPage = useOpenPage()
  const { list } = usePlace()
  const around = useNeighbours(list ?? {}, id)
  const { place, total } = around
  const [previous, next] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  useEffect(() => handFocusOn((step) => (step === 'next' ? next : previous).current), [previous, next])
  const go = (step: Step) => {
    const to = around[step]
    if (!to) return
    notePressed(step)
    openPage(paths.file(to.id))
  }
  const why = (step: Step) => {
    if (around[step]) return undefined
    if (place === undefined) return t('not_in_list')
    return total === undefined && step === 'next' ? t('list_still_read') : t(step === 'next' ? 'last_of_list' : 'first_of_list')
  }
  return (
    <div className={classes('flex flex-none items-center', className)}>
      {place !== undefined && total !== undefined && (
        <span className="tabular mr-1 text-sm whitespace-nowrap text-ink3">
          {t('place_in_list', { place: number(place), total: number(total) })}
        </span>
      )}
      <IconButton
        ref={previous}
        label={t('previous_recording')}
        shortcut="Alt ↑"
        icon={<ChevronUp aria-hidden />}
        disabledBecause={why('previous')}
        onClick={() => go('previous')}
      />
      <IconButton
        ref={next}
        label={t('next_recording')}
        shortcut="Alt ↓"
        icon={<ChevronDown aria-hidden />}
        disabledBecause={why('next')}
        onClick={() => go('next')}
      />
    </div>
  )
}

/** The keyboard shortcuts of the buttons. Rendered once per page, while the buttons may be rendered twice. */
export function FileStepKeys({ id }: { id: string }) {
  const openPage = useOpenPage()
  const { list } = usePlace()
  const around = useNeighbours(list ?? {}, id)
  useStepKeys((step) => {
    const to = around[step]
    if (to) openPage(paths.file(to.id))
  })
  return null
}

/**
 * Handles Alt+Up and Alt+Down, except in text fields, where they move by paragraphs, and while a dialog or a menu is open. They
 * need no setting because they are no single-character shortcuts (WCAG 2.1.4).
 */
function useStepKeys(go: (step: Step) => void): void {
  useEvent('document', 'keydown', (event) => {
    const isStep = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (!isStep || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTaken(event)) return
    if (event.isComposing || isUnderPopup() || isTyping(event.target)) return
    event.preventDefault()
    go(event.key === 'ArrowDown' ? 'next' : 'previous')
  })
}

const TYPING =
  'input:not([type=range]), textarea, select, [contenteditable="true"], [contenteditable=""], [role="textbox"], [role="combobox"]'

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TYPING) !== null

/** Remembers the pressed button, so that the same button of the next page gets the focus. */
function notePressed(step: Step): void {
  pressed = step
}

/** Moves the focus to the button of this page that was pressed on the previous one, if the focus was lost with it. */
function handFocusOn(buttonOf: (step: Step) => HTMLElement | null): void {
  const focused = document.activeElement
  if (!pressed || (focused !== document.body && focused?.id !== 'reading')) return
  const button = buttonOf(pressed)
  button?.focus({ preventScroll: true })
  // A button that is hidden at this width cannot get the focus.
  if (document.activeElement === button) pressed = undefined
}

let pressed: Step | undefined
