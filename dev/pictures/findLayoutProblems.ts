import type { Page } from 'playwright-core'
import { readLayoutShifts } from '#test/browser/layoutShifts.ts'

/** The maximum layout shift of a page after its first paint. */
const MAX_SHIFT = 0.02

/** Returns measurable layout problems: overflow, clipped text, overlaps, controls outside the window, layout shifts. */
export async function findLayoutProblems(page: Page): Promise<string[]> {
  const { shift, sources } = await readLayoutShifts(page)
  // Sent as one script, because the functions call each other in the page.
  const pageFunctions = [
    describeElement,
    isShown,
    clickableBox,
    visibleBox,
    windowBox,
    isScrollable,
    tooWide,
    cutTexts,
    findControls,
    findLayer,
    misplaced,
    overlapping,
  ]
  const problems: string[] = await page.evaluate(
    `(() => { ${pageFunctions.join('\n')}\nreturn [...tooWide(), ...cutTexts(), ...misplaced(), ...overlapping()] })()`,
  )
  const shiftProblems = shift > MAX_SHIFT ? [`jumps: ${shift.toFixed(3)} by ${sources.join('; ')}`] : []
  return [...new Set([...problems, ...shiftProblems])]
}

/** Returns tag, role and text of an element. */
function describeElement(element: Element): string {
  const label = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 50)
  const role = element.getAttribute('role')
  return `${element.localName}${role ? `[${role}]` : ''} "${label}"`
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  if (width <= 1 || height <= 1 || element.closest('[inert], [aria-hidden=true]')) return false
  // Visually hidden text for screen readers, or a link shown on focus.
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    if (getComputedStyle(ancestor).clipPath === 'inset(50%)') return false
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

function windowBox(): { left: number; top: number; right: number; bottom: number } {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
}

function isScrollable(element: Element, axis: 'x' | 'y'): boolean {
  const style = getComputedStyle(element)
  if (element === document.documentElement) return axis === 'y' && element.scrollHeight > element.clientHeight
  return /auto|scroll/.test(axis === 'x' ? style.overflowX : style.overflowY)
}

/** Returns the clickable area. A link may cover the whole row with its ::after element. */
function clickableBox(element: Element): DOMRect {
  const { content, position } = getComputedStyle(element, '::after')
  if (content === 'none' || position !== 'absolute') return element.getBoundingClientRect()
  let ancestor: Element | null = element
  while (ancestor && getComputedStyle(ancestor).position === 'static') ancestor = ancestor.parentElement
  return (ancestor ?? element).getBoundingClientRect()
}

/** Returns the visible part of an element, clipped by its scrolling ancestors. */
function visibleBox(element: Element): { left: number; top: number; right: number; bottom: number } {
  const elementBox = clickableBox(element)
  const left = { left: elementBox.left, top: elementBox.top, right: elementBox.right, bottom: elementBox.bottom }
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    if (getComputedStyle(ancestor).overflow === 'visible') continue
    const box =
      ancestor === document.documentElement || ancestor === document.body ? windowBox() : ancestor.getBoundingClientRect()
    left.left = Math.max(left.left, box.left)
    left.top = Math.max(left.top, box.top)
    left.right = Math.min(left.right, box.right)
    left.bottom = Math.min(left.bottom, box.bottom)
  }
  return left
}

function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`too wide: the page, by ${scrollWidth - clientWidth} px`] : []
}

/** Returns text that an ancestor clips without an ellipsis, or that extends beyond the window. */
function cutTexts(): string[] {
  const problems: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim() || !isShown(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    let x = true
    let y = true
    for (let ancestor: Element | null = parent; ancestor && (x || y); ancestor = ancestor.parentElement) {
      const style = getComputedStyle(ancestor)
      const box = ancestor.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) break
      if (style.textOverflow === 'ellipsis' || ancestor.hasAttribute('title') || isScrollable(ancestor, 'x')) x = false
      if (style.webkitLineClamp !== 'none' || isScrollable(ancestor, 'y')) y = false
      if (style.position === 'fixed') y = false
      if (x && style.overflowX !== 'visible' && (text.right > box.right + 1 || text.left < box.left - 1)) {
        problems.push(`cut: ${describeElement(parent)} in ${describeElement(ancestor)}`)
        x = false
      }
      // A line box is higher than its drawn text.
      if (y && style.overflowY !== 'visible' && (text.bottom > box.bottom + 4 || text.top < box.top - 4)) {
        problems.push(`cut below: ${describeElement(parent)} in ${describeElement(ancestor)}`)
        y = false
      }
    }
    if (x && (text.right > innerWidth + 1 || text.left < -1)) problems.push(`outside: ${describeElement(parent)}`)
  }
  return problems
}

function findControls(): Element[] {
  const roles = ['button', 'link', 'tab', 'switch', 'slider', 'checkbox', 'radio', 'menuitem', 'option', 'combobox']
  const selector = `button, a[href], input, select, textarea, ${roles.map((role) => `[role=${role}]`).join(', ')}`
  return [...document.querySelectorAll(selector)].filter(isShown)
}

/** Returns the popup, dialog, sidebar or fixed element that contains the element. Elements of different layers may overlap. */
function findLayer(element: Element): Element | null {
  const popup = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]'
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const { position } = getComputedStyle(ancestor)
    if (ancestor.matches(popup) || position === 'fixed' || (position === 'absolute' && ancestor.localName === 'aside'))
      return ancestor
  }
  return null
}

/** Returns controls outside the window that cannot be scrolled into view. */
function misplaced(): string[] {
  const problems: string[] = []
  for (const control of findControls()) {
    const box = control.getBoundingClientRect()
    let x = true
    let y = true
    for (let ancestor = control.parentElement; ancestor; ancestor = ancestor.parentElement) {
      if (isScrollable(ancestor, 'x')) x = false
      if (isScrollable(ancestor, 'y')) y = false
    }
    if (x && (box.left < -1 || box.right > innerWidth + 1)) problems.push(`outside: ${describeElement(control)}`)
    else if (y && (box.top < -1 || box.bottom > innerHeight + 1)) problems.push(`outside: ${describeElement(control)}`)
  }
  return problems
}

/** Returns pairs of controls that overlap partially. A button completely inside a row link is fine. */
function overlapping(): string[] {
  const problems: string[] = []
  const boxes = findControls().map((control) => ({ control, layer: findLayer(control), box: visibleBox(control) }))
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      if (a.layer !== b.layer || a.control.contains(b.control) || b.control.contains(a.control)) continue
      const left = Math.max(a.box.left, b.box.left)
      const right = Math.min(a.box.right, b.box.right)
      const top = Math.max(a.box.top, b.box.top)
      const bottom = Math.min(a.box.bottom, b.box.bottom)
      if (right - left <= 2 || bottom - top <= 2) continue
      const isContained = [a.box, b.box].some(
        (box) => box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1,
      )
      const topElement = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isOnTop = [a.control, b.control].some((control) => control.contains(topElement) || topElement?.contains(control))
      if (!isContained && isOnTop) problems.push(`overlap: ${describeElement(a.control)} and ${describeElement(b.control)}`)
    }
  }
  return problems
}
