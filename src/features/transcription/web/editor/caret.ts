/** Returns where the selection begins and ends in the text of an element, in characters; undefined when it is elsewhere. */
export function caretOffset(element: HTMLElement): { from: number; to: number } | undefined {
  const selection = element.ownerDocument.getSelection()
  if (!selection || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return undefined
  const before = range.cloneRange()
  before.selectNodeContents(element)
  before.setEnd(range.startContainer, range.startOffset)
  const from = before.toString().length
  return { from, to: from + range.toString().length }
}

/** Gives the focus to an element and puts the caret before a character of its text. */
export function setCaret(element: HTMLElement, at: number): void {
  element.focus({ preventScroll: true })
  const position = findPosition(element, at)
  if (position) {
    element.ownerDocument.getSelection()?.collapse(...position)
    return
  }
  element.ownerDocument.getSelection()?.selectAllChildren(element)
  element.ownerDocument.getSelection()?.collapseToEnd()
}

/** Returns the text node and the offset in it of a character of an element's text; undefined behind its end. */
export function findPosition(element: HTMLElement, at: number): [node: Text, offset: number] | undefined {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let rest = at
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text
    if (rest <= text.length) return [text, rest]
    rest -= text.length
  }
  return undefined
}
