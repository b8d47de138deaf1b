import { useSyncExternalStore } from 'react'
import { basePath } from '../page/basePath.ts'
import { listen } from '../events/listen.ts'
import type { Stop } from '../timers/time.ts'

/** The permission of this browser: `insecure` on plain http, `unsupported` when the browser has no notifications. */
export type NotificationState = NotificationPermission | 'insecure' | 'unsupported'

export function notificationState(): NotificationState {
  if (!window.isSecureContext) return 'insecure'
  return typeof Notification === 'function' ? Notification.permission : 'unsupported'
}

/** The same for components. The permission may change in the settings of the browser while the page is in the background. */
export const useNotificationState = (): NotificationState => useSyncExternalStore(subscribe, notificationState)

/** Asks the user for the permission. Call it on a click only. Resolves to the new state. */
export async function requestNotifications(): Promise<NotificationState> {
  if (notificationState() === 'default') await Notification.requestPermission()
  for (const listener of listeners) listener()
  return notificationState()
}

export type NotificationRequest = {
  title: string
  body: string
  /** Replaces a notification with the same tag. */
  tag: string
  /** The page that a click opens, without the base path. */
  path: string
}

/** Shows a notification. A click on it focuses this tab and calls `onClick`; see also `onNotificationClick`. */
export async function showNotification(request: NotificationRequest, onClick: (path: string) => void): Promise<void> {
  const { title, body, tag, path } = request
  const options = { body, tag, icon: '/icons/mark-192.png', data: { path, address: basePath + path } }
  try {
    const notification = new Notification(title, options)
    listen(notification, 'click', () => {
      window.focus()
      notification.close()
      onClick(path)
    })
  } catch {
    // Browsers on Android allow only the service worker to show one. It handles the click (public/notificationClick.js).
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.showNotification(title, options)
  }
}

/** Calls back with the page to open when the service worker has received a click on a notification and focused this tab. */
export function onNotificationClick(onClick: (path: string) => void): Stop {
  if (!('serviceWorker' in navigator)) return () => {}
  return listen<MessageEvent<unknown>>(navigator.serviceWorker, 'message', ({ data }) => {
    if (typeof data !== 'object' || data === null || !('openPath' in data)) return
    if (typeof data.openPath === 'string') onClick(data.openPath)
  })
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): Stop {
  listeners.add(listener)
  const removeListener = listen(window, 'focus', listener)
  return () => {
    listeners.delete(listener)
    removeListener()
  }
}
