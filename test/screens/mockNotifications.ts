import { vi } from 'vitest'

export type ShownNotification = EventTarget & { title: string; body: string; tag: string; isClosed: boolean }

/**
 * Gives jsdom notifications on https. Returns those shown, and how often the user was asked for the permission; `answer` is the
 * user's choice.
 */
export function mockNotifications({
  permission = 'granted',
  answer = permission,
}: { permission?: NotificationPermission; answer?: NotificationPermission } = {}) {
  const shown: ShownNotification[] = []
  const state = { shown, asked: 0 }
  class MockNotification extends EventTarget {
    static permission: NotificationPermission = permission
    static requestPermission(): Promise<NotificationPermission> {
      state.asked += 1
      MockNotification.permission = answer
      return Promise.resolve(answer)
    }
    isClosed = false
    readonly title: string
    readonly body: string
    readonly tag: string
    constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
      super()
      this.title = title
      this.body = body
      this.tag = tag
      shown.push(this)
    }
    close(): void {
      this.isClosed = true
    }
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', MockNotification)
  return state
}

/** Hides or shows the tab. */
export function setTabHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}
