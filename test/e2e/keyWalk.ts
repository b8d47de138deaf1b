import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { animationsEnd } from '#test/running/animationsEnd.ts'

/** For steps that wait for the server or for lazily loaded code. */
const PATIENT = { timeout: 10_000, interval: 25 }

/** A user with a keyboard and no pointer. Steps check the focused element by role and name: `button "New recording"`. */
export class KeyWalk {
  readonly page: Page
  /** Focus problems found so far: focus that was lost, invisible or covered. */
  readonly troubles: string[] = []

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      // A dialog's focus guard has the focus for a moment and passes it on.
      if (/Tab/.test(key)) await this.page.waitForFunction(() => !document.activeElement?.matches('[data-base-ui-focus-guard]'))
    }
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** Returns the address without its origin. */
  at(): string {
    const { pathname, search, hash } = new URL(this.page.url())
    return pathname + search + hash
  }

  async expectAt(address: RegExp): Promise<void> {
    await becomesLike(() => this.at(), address)
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
  async expectFocus(on: string | RegExp): Promise<void> {
    await becomesLike(() => this.focus(), exactly(on))
    await this.look()
  }

  /**
   * Presses Tab until this element has the focus, passing the end of the page at most once. Returns the elements passed. Throws
   * when the element is not reached.
   */
  async tabTo(on: string | RegExp, { key = 'Tab', most = 70 } = {}): Promise<string[]> {
    const passed: string[] = []
    while (passed.length < most && passed.filter((one) => one === 'body').length < 2) {
      await this.press(key)
      const here = await this.focus()
      if (exactly(on).test(here)) {
        await this.look()
        return passed
      }
      passed.push(here)
    }
    throw new Error(`Tab does not come to ${on}; it passes ${passed.join(' → ')}`)
  }

  /** Returns every tab stop of the page in order, from the top to the end. */
  async allStops(most = 80): Promise<string[]> {
    while ((await this.focus()) !== 'body') await this.press('Tab')
    const stops: string[] = []
    for (let step = 0; step < most; step++) {
      await this.press('Tab')
      const here = await this.focus()
      if (here === 'body') return stops
      await this.look()
      stops.push(here)
    }
    throw new Error(`Tab never comes round: ${stops.join(' → ')}`)
  }

  /** Waits until exactly this dialog is open and contains the focus. */
  async expectDialog(name: string | RegExp): Promise<void> {
    const shown = this.page.locator(DIALOGS)
    await this.page.getByRole('dialog', { name }).or(this.page.getByRole('alertdialog', { name })).waitFor()
    await becomes(() => shown.count(), 1)
    const isInside = () => shown.first().evaluate((dialog) => dialog.contains(document.activeElement))
    await becomes(isInside, true)
    await this.look()
  }

  /** Checks with Tab and Shift+Tab that the focus stays inside the dialog. */
  async expectHeldInside(): Promise<void> {
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 12; step++) {
        await this.press(key)
        const isInside = await this.page.evaluate((dialogs) => document.activeElement?.closest(dialogs) !== null, DIALOGS)
        if (!isInside) this.troubles.push(`${key} leaves the dialog for ${await this.focus()}`)
      }
    }
  }

  async expectNoDialog(): Promise<void> {
    await becomes(() => this.page.locator(DIALOGS).count(), 0)
  }

  /** Records a focus that is not visible: lost, without a focus ring, or covered. */
  private async look(): Promise<void> {
    await animationsEnd(this.page)
    const wrong = await this.page.evaluate(wrongWithFocus)
    if (wrong) this.troubles.push(`${await this.focus()} ${wrong}`)
  }
}

/** Open dialogs. Toasts also have the role dialog and are left out. */
const DIALOGS = '[role=dialog]:not([data-closed], [data-toast]), [role=alertdialog]:not([data-closed], [data-toast])'

async function becomes<T>(read: () => Promise<T>, value: T): Promise<void> {
  await expect.poll(read, PATIENT).toBe(value)
}

async function becomesLike(read: () => string | Promise<string>, text: RegExp): Promise<void> {
  await expect.poll(read, PATIENT).toMatch(text)
}

const exactly = (on: string | RegExp): RegExp =>
  typeof on === 'string' ? new RegExp(`^${on.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : on

/** Runs in the page. Returns what is wrong with the focus, or undefined. */
function wrongWithFocus(): string | undefined {
  const element = document.activeElement
  if (!element || element === document.body) return 'is lost'
  const { left, top, width, height } = element.getBoundingClientRect()
  const isHit = [0.5, 0.1, 0.9].some((x) =>
    [0.5, 0.2, 0.8].some((y) => {
      const there = document.elementFromPoint(left + width * x, top + height * y)
      return there !== null && (element.contains(there) || there.contains(element))
    }),
  )
  // An element that contains the control counts as a hit, because a switch is drawn by its parent.
  if (!isHit) return `cannot be seen at ${Math.round(left)},${Math.round(top)} (${Math.round(width)} × ${Math.round(height)})`
  const isPlace = element.getAttribute('tabindex') === '-1' && !/^(menuitem|option)/.test(element.getAttribute('role') ?? '')
  if (isPlace || element.hasAttribute('data-highlighted') || element.matches('input, textarea')) return undefined
  for (let near: Element | null = element, far = 0; near && far < 3; near = near.parentElement, far++) {
    // A link that covers its whole row shows the focus ring on its ::after element.
    const isMarked = ['', '::after'].some((part) => {
      const { outlineStyle, outlineWidth, content } = getComputedStyle(near, part)
      return (part === '' || content !== 'none') && outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    })
    if (isMarked) return undefined
  }
  return 'has no mark of the focus'
}
