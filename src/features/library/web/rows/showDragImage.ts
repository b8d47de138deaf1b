import { after } from '#browser/timers/time.ts'

const CARD =
  'fixed -top-96 left-0 z-50 flex h-9 max-w-72 items-center rounded-md border border-accent bg-raised px-3 text-md font-[560] text-ink shadow-lift'

/**
 * Sets the drag image: a card with the text, on a small stack for several recordings. The browser takes the image immediately,
 * from an element that must be in the page.
 */
export function showDragImage(transfer: Pick<DataTransfer, 'setDragImage'>, label: string, isStack: boolean): void {
  const card = document.createElement('div')
  card.className = CARD
  card.setAttribute('aria-hidden', 'true')
  if (isStack) card.style.boxShadow = '3px 3px 0 -1px var(--raised), 3px 3px 0 0 var(--accent)'
  const text = document.createElement('span')
  text.className = 'truncate'
  text.dir = 'auto'
  text.textContent = label
  card.append(text)
  document.body.append(card)
  transfer.setDragImage(card, -8, 18)
  after(0, () => card.remove())
}
