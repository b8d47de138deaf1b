import { after } from '#ui/time.ts'

const CARD =
  'fixed -top-96 left-0 z-50 flex h-9 max-w-72 items-center rounded-md border border-accent bg-raised px-3 text-md font-[560] text-ink shadow-lift'

/**
 * Sets the drag image: a card with the text, on a small stack for several recordings. The browser takes the image immediately,
 * from an element that must be in the page.
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
