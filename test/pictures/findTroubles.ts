import type { Page } from 'playwright-core'
import { shiftsOf } from './watchShifts.ts'

/** The maximum layout shift of a page after its first paint (look.md). */
const SHIFT_MOST = 0.02

/** Returns measurable layout problems: overflow, cut text, overlaps, controls outside the window, layout shifts. */
export async function findTroubles(page: Page): Promise<string[]> {
  const { shift, sources } = await shiftsOf(page)
  // Sent as one script, because the functions call each other in the page.
  const parts = [named, isShown, boxOf, clipOf, windowOf, scrolls, tooWide, cutTexts, controlsOf, layerOf, misplaced, overlapping]
  const seen: string[] = await page.evaluate(
    `(() => { ${parts.join('\n')}\nreturn [...tooWide(), ...cutTexts(), ...misplaced(), ...overlapping()] })()`,
  )
  const jumps = shift > SHIFT_MOST ? [`jumps: ${shift.toFixed(3)} by ${sources.join('; ')}`] : []
  return [...new Set([...seen, ...jumps])]
}

/** Returns tag, role and text of an element. */
function named(element: Element): string {
  const says = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 50)
  const role = element.getAttribute('role')
  return `${element.localName}${role ? `[${role}]` : ''} "${says}"`
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  if (width <= 1 || height <= 1 || element.closest('[inert], [aria-hidden=true]')) return false
  // Visually hidden text for screen readers, or a link shown on focus.
  for (let up: Element | null = element; up; up = up.parentElement)
    if (getComputedStyle(up).clipPath === 'inset(50%)') return false
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

function windowOf(): { left: number; top: number; right: number; bottom: number } {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
}

function scrolls(element: Element, along: 'x' | 'y'): boolean {
  const style = getComputedStyle(element)
  if (element === document.documentElement) return along === 'y' && element.scrollHeight > element.clientHeight
  return /auto|scroll/.test(along === 'x' ? style.overflowX : style.overflowY)
}

/** Returns the clickable area. A link may cover the whole row with its ::after element. */
function boxOf(element: Element): DOMRect {
  const { content, position } = getComputedStyle(element, '::after')
  if (content === 'none' || position !== 'absolute') return element.getBoundingClientRect()
  let up: Element | null = element
  while (up && getComputedStyle(up).position === 'static') up = up.parentElement
  return (up ?? element).getBoundingClientRect()
}

/** Returns the visible part of an element, clipped by its scrolling ancestors. */
function clipOf(element: Element): { left: number; top: number; right: number; bottom: number } {
  const own = boxOf(element)
  const left = { left: own.left, top: own.top, right: own.right, bottom: own.bottom }
  for (let up = element.parentElement; up; up = up.parentElement) {
    if (getComputedStyle(up).overflow === 'visible') continue
    const box = up === document.documentElement || up === document.body ? windowOf() : up.getBoundingClientRect()
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

/** Returns text that an ancestor cuts off without an ellipsis, or that leaves the window. */
function cutTexts(): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.textContent?.trim() || !isShown(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    let x = true
    let y = true
    for (let up: Element | null = parent; up && (x || y); up = up.parentElement) {
      const style = getComputedStyle(up)
      const box = up.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) break
      if (style.textOverflow === 'ellipsis' || up.hasAttribute('title') || scrolls(up, 'x')) x = false
      if (style.webkitLineClamp !== 'none' || scrolls(up, 'y')) y = false
      if (style.position === 'fixed') y = false
      if (x && style.overflowX !== 'visible' && (text.right > box.right + 1 || text.left < box.left - 1)) {
        found.push(`cut: ${named(parent)} in ${named(up)}`)
        x = false
      }
      // A line box is higher than its drawn text.
      if (y && style.overflowY !== 'visible' && (text.bottom > box.bottom + 4 || text.top < box.top - 4)) {
        found.push(`cut below: ${named(parent)} in ${named(up)}`)
        y = false
      }
    }
    if (x && (text.right > innerWidth + 1 || text.left < -1)) found.push(`outside: ${named(parent)}`)
  }
  return found
}

function controlsOf(): Element[] {
  const roles = ['button', 'link', 'tab', 'switch', 'slider', 'checkbox', 'radio', 'menuitem', 'option', 'combobox']
  const what = `button, a[href], input, select, textarea, ${roles.map((role) => `[role=${role}]`).join(', ')}`
  return [...document.querySelectorAll(what)].filter(isShown)
}

/** Returns the popup, dialog, sidebar or fixed element that contains the element. Elements of different layers may overlap. */
function layerOf(element: Element): Element | null {
  const popup = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]'
  for (let up: Element | null = element; up; up = up.parentElement) {
    const { position } = getComputedStyle(up)
    if (up.matches(popup) || position === 'fixed' || (position === 'absolute' && up.localName === 'aside')) return up
  }
  return null
}

/** Returns controls outside the window that cannot be scrolled into view. */
function misplaced(): string[] {
  const found: string[] = []
  for (const control of controlsOf()) {
    const box = control.getBoundingClientRect()
    let x = true
    let y = true
    for (let up = control.parentElement; up; up = up.parentElement) {
      if (scrolls(up, 'x')) x = false
      if (scrolls(up, 'y')) y = false
    }
    if (x && (box.left < -1 || box.right > innerWidth + 1)) found.push(`outside: ${named(control)}`)
    else if (y && (box.top < -1 || box.bottom > innerHeight + 1)) found.push(`outside: ${named(control)}`)
  }
  return found
}

/** Returns pairs of controls that overlap partly. A button that lies completely on a row link is fine. */
function overlapping(): string[] {
  const found: string[] = []
  const all = controlsOf().map((control) => ({ control, layer: layerOf(control), box: clipOf(control) }))
  for (const [at, a] of all.entries()) {
    for (const b of all.slice(at + 1)) {
      if (a.layer !== b.layer || a.control.contains(b.control) || b.control.contains(a.control)) continue
      const left = Math.max(a.box.left, b.box.left)
      const right = Math.min(a.box.right, b.box.right)
      const top = Math.max(a.box.top, b.box.top)
      const bottom = Math.min(a.box.bottom, b.box.bottom)
      if (right - left <= 2 || bottom - top <= 2) continue
      const isWhole = [a.box, b.box].some(
        (box) => box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1,
      )
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isOnTop = [a.control, b.control].some((control) => control.contains(seen) || seen?.contains(control))
      if (!isWhole && isOnTop) found.push(`overlap: ${named(a.control)} and ${named(b.control)}`)
    }
  }
  return found
}
