import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNeighbours } from '../order/useListRows.ts'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { isKeyHandled, isPopupOpen, isTextField } from '#browser/keyboard/shortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useListLocation } from '../panes/listLocation.ts'

type Direction = 'previous' | 'next'

export type PreviousNextButtonsProps = {
  id: string
  className?: string
}

/** Buttons for the previous and the next recording of the list that this one was opened from, with the position in the list. */
export function PreviousNextButtons({ id, className }: PreviousNextButtonsProps) {
  const t = useTranslations('files')
  const { number } = useFormat()
  const navigate = useNavigate()
  const { list } = useListLocation()
  const neighbors = useNeighbours(list, id)
  const { position, total } = neighbors
  const [previous, next] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  useEffect(() => restoreFocus((direction) => (direction === 'next' ? next : previous).current), [previous, next])
  const openNeighbor = (direction: Direction) => {
    const target = neighbors[direction]
    if (!target) return
    rememberPressed(direction)
    void navigate({ to: '/file/$id', params: { id: target.id } })
  }
  const getDisabledReason = (direction: Direction) => {
    if (neighbors[direction]) return undefined
    if (position === undefined) return t('not_in_list')
    return total === undefined && direction === 'next'
      ? t('list_still_loading')
      : t(direction === 'next' ? 'last_of_list' : 'first_of_list')
  }
  return (
    <div className={classes('flex flex-none items-center', className)}>
      {position !== undefined && total !== undefined && (
        <span className="tabular mr-1 text-sm whitespace-nowrap text-ink3 @max-[40rem]:hidden">
          {t('position_in_list', { place: number(position), total: number(total) })}
        </span>
      )}
      <IconButton
        ref={previous}
        label={t('previous_recording')}
        shortcut="Alt ↑"
        icon={<ChevronUp aria-hidden />}
        disabledReason={getDisabledReason('previous')}
        onClick={() => openNeighbor('previous')}
      />
      <IconButton
        ref={next}
        label={t('next_recording')}
        shortcut="Alt ↓"
        icon={<ChevronDown aria-hidden />}
        disabledReason={getDisabledReason('next')}
        onClick={() => openNeighbor('next')}
      />
    </div>
  )
}

/** The keyboard shortcuts of the buttons. Rendered once per page, while the buttons may be rendered twice. */
export function PreviousNextShortcuts({ id }: { id: string }) {
  const navigate = useNavigate()
  const { list } = useListLocation()
  const neighbors = useNeighbours(list, id)
  usePreviousNextKeys((direction) => {
    const target = neighbors[direction]
    if (target) void navigate({ to: '/file/$id', params: { id: target.id } })
  })
  return null
}

/**
 * Handles Alt+Up and Alt+Down, except in text fields, where they move by paragraphs, and while a dialog or a menu is open. They
 * need no setting because they are no single-character shortcuts (WCAG 2.1.4).
 */
function usePreviousNextKeys(openNeighbor: (direction: Direction) => void): void {
  useEvent('document', 'keydown', (event) => {
    const isArrowKey = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (!isArrowKey || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isKeyHandled(event)) return
    if (event.isComposing || isPopupOpen() || isTextField(event.target)) return
    event.preventDefault()
    openNeighbor(event.key === 'ArrowDown' ? 'next' : 'previous')
  })
}

/** Remembers the pressed button, so that the same button of the next page gets the focus. */
function rememberPressed(direction: Direction): void {
  pressedDirection = direction
}

/** Moves the focus to the button of this page that was pressed on the previous one, if the focus was lost with it. */
function restoreFocus(getButton: (direction: Direction) => HTMLElement | null): void {
  const focused = document.activeElement
  if (!pressedDirection || (focused !== document.body && focused?.id !== 'reading')) return
  const button = getButton(pressedDirection)
  button?.focus({ preventScroll: true })
  // A button that is hidden at this width cannot get the focus.
  if (document.activeElement === button) pressedDirection = undefined
}

let pressedDirection: Direction | undefined
