import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForAnimations } from '#test/browser/waitForAnimations.ts'

/** For steps that wait for the server or for lazily loaded code. */
const POLL_OPTIONS = { timeout: 10_000, interval: 25 }

/** A user with a keyboard and no pointer. Steps check the focused element by role and name: `button "New recording"`. */
export class KeyboardUser {
  readonly page: Page
  /** Focus problems found so far: focus that was lost, invisible or covered. */
  readonly focusProblems: string[] = []

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      // A dialog's focus guard has the focus briefly and passes it on.
      if (/Tab/.test(key)) await this.page.waitForFunction(() => !document.activeElement?.matches('[data-base-ui-focus-guard]'))
    }
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** Returns the URL without its origin. */
  address(): string {
    const { pathname, search, hash } = new URL(this.page.url())
    return pathname + search + hash
  }

  async expectAddress(pattern: RegExp): Promise<void> {
    await pollToMatch(() => this.address(), pattern)
  }

  /** Returns role and name of the focused element from the accessibility tree, or `body` when nothing has the focus. */
  async focus(): Promise<string> {
    const focused = this.page.locator(':focus')
    if ((await focused.count()) === 0) return 'body'
    const [line = ''] = (await focused.ariaSnapshot({ timeout: 1000 }).catch(() => '- on the way')).split('\n')
    const [, role = '', name] = /^- ([\w-]+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line.replace(/^- '(.*)':?$/, '- $1')) ?? []
    if (role) return name === undefined ? role : `${role} "${name.replaceAll('\\"', '"')}"`
    return this.page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName.toLowerCase() || 'body')
  }

  /** Waits until this element has the focus, and records a problem when the focus is not visible. */
  async expectFocus(target: string | RegExp): Promise<void> {
    await pollToMatch(() => this.focus(), toExactPattern(target))
    await this.checkFocusVisible()
  }

  /**
   * Presses Tab until this element has the focus, wrapping around the page at most once. Returns the elements passed. Throws when
   * the element is not reached.
   */
  async tabTo(target: string | RegExp, { key = 'Tab', most: maxStops = 70 } = {}): Promise<string[]> {
    const passedStops: string[] = []
    while (passedStops.length < maxStops && passedStops.filter((stop) => stop === 'body').length < 2) {
      await this.press(key)
      const current = await this.focus()
      if (toExactPattern(target).test(current)) {
        await this.checkFocusVisible()
        return passedStops
      }
      passedStops.push(current)
    }
    throw new Error(`Tab does not reach ${target}; it passes ${passedStops.join(' → ')}`)
  }

  /** Returns every tab stop of the page in order, from the top to the end. */
  async allStops(maxStops = 80): Promise<string[]> {
    while ((await this.focus()) !== 'body') await this.press('Tab')
    const stops: string[] = []
    for (let step = 0; step < maxStops; step++) {
      await this.press('Tab')
      const current = await this.focus()
      if (current === 'body') return stops
      await this.checkFocusVisible()
      stops.push(current)
    }
    throw new Error(`Tab never wraps around: ${stops.join(' → ')}`)
  }

  /** Waits until exactly this dialog is open and contains the focus. */
  async expectDialog(name: string | RegExp): Promise<void> {
    const openDialogs = this.page.locator(DIALOG_SELECTOR)
    await this.page.getByRole('dialog', { name }).or(this.page.getByRole('alertdialog', { name })).waitFor()
    await pollToBe(() => openDialogs.count(), 1)
    const isInside = () => openDialogs.first().evaluate((dialog) => dialog.contains(document.activeElement))
    await pollToBe(isInside, true)
    await this.checkFocusVisible()
  }

  /** Checks with Tab and Shift+Tab that the focus stays inside the dialog. */
  async expectFocusTrapped(): Promise<void> {
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 12; step++) {
        await this.press(key)
        const isInside = await this.page.evaluate(
          (selector) => document.activeElement?.closest(selector) !== null,
          DIALOG_SELECTOR,
        )
        if (!isInside) this.focusProblems.push(`${key} leaves the dialog for ${await this.focus()}`)
      }
    }
  }

  async expectNoDialog(): Promise<void> {
    await pollToBe(() => this.page.locator(DIALOG_SELECTOR).count(), 0)
  }

  /** Records a focus that is not visible: lost, without a focus ring, or covered. */
  private async checkFocusVisible(): Promise<void> {
    await waitForAnimations(this.page)
    const problem = await this.page.evaluate(focusProblem)
    if (problem) this.focusProblems.push(`${await this.focus()} ${problem}`)
  }
}

/** Open dialogs. Toasts also have the role dialog and are left out. */
const DIALOG_SELECTOR = '[role=dialog]:not([data-closed], [data-toast]), [role=alertdialog]:not([data-closed], [data-toast])'

async function pollToBe<T>(read: () => Promise<T>, value: T): Promise<void> {
  await expect.poll(read, POLL_OPTIONS).toBe(value)
}

async function pollToMatch(read: () => string | Promise<string>, text: RegExp): Promise<void> {
  await expect.poll(read, POLL_OPTIONS).toMatch(text)
}

const toExactPattern = (target: string | RegExp): RegExp =>
  typeof target === 'string' ? new RegExp(`^${target.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : target

/** Runs in the page. Returns the problem of the focus, or undefined. */
function focusProblem(): string | undefined {
  const element = document.activeElement
  if (!element || element === document.body) return 'is lost'
  const { left, top, width, height } = element.getBoundingClientRect()
  const isHit = [0.5, 0.1, 0.9].some((x) =>
    [0.5, 0.2, 0.8].some((y) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }),
  )
  // An element that contains the control counts as a hit, because a switch is drawn by its parent.
  if (!isHit) return `cannot be seen at ${Math.round(left)},${Math.round(top)} (${Math.round(width)} × ${Math.round(height)})`
  const isProgrammaticTarget =
    element.getAttribute('tabindex') === '-1' && !/^(menuitem|option)/.test(element.getAttribute('role') ?? '')
  if (isProgrammaticTarget || element.hasAttribute('data-highlighted') || element.matches('input, textarea')) return undefined
  for (let candidate: Element | null = element, depth = 0; candidate && depth < 3; candidate = candidate.parentElement, depth++) {
    // A link that covers its whole row shows the focus ring on its ::after element.
    const hasFocusRing = ['', '::after'].some((pseudoElement) => {
      const { outlineStyle, outlineWidth, content } = getComputedStyle(candidate, pseudoElement)
      return (pseudoElement === '' || content !== 'none') && outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    })
    if (hasFocusRing) return undefined
  }
  return 'has no mark of the focus'
}
