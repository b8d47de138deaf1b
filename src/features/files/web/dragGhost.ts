import { after } from '#ui/time.ts'

const CARD =
  'fixed -top-96 left-0 z-50 flex h-9 max-w-72 items-center rounded-md border border-accent bg-raised px-3 text-md font-[560] text-ink shadow-lift'

/**
 * Gives a drag its picture: what is dragged in words, on a card; on a small pile when it is several. The browser takes the
 * picture at once, from an element that must stand in the page for it.
 */
export function showDragGhost(transfer: Pick<DataTransfer, 'setDragImage'>, words: string, isPile: boolean): void {
  const ghost = document.createElement('div')
  ghost.className = CARD
  ghost.setAttribute('aria-hidden', 'true')
  if (isPile) ghost.style.boxShadow = '3px 3px 0 -1px var(--raised), 3px 3px 0 0 var(--accent)'
  const text = document.createElement('span')
  text.className = 'truncate'
  text.dir = 'auto'
  text.textContent = words
  ghost.append(text)
  document.body.append(ghost)
  transfer.setDragImage(ghost, -8, 18)
  after(0, () => ghost.remove())
}
