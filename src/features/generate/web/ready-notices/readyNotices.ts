import { requestNotifications, useNotificationState, type NotificationState } from '#browser/notifications/notifications.ts'
import { NO_EXPIRATION, STORAGE_KEYS, getItem, setItem, useStored } from '#browser/storage/storage.ts'

export type ReadyNotices = {
  isOn: boolean
  /** Whether the user has never been asked in this browser, and the browser can show notifications. */
  isUnanswered: boolean
  /** What the browser allows. */
  permission: NotificationState
}

/** Returns whether this browser notifies when a recording is ready. */
export function useReadyNotices(): ReadyNotices {
  const permission = useNotificationState()
  const choice = useStored(readChoice)
  return {
    isOn: permission === 'granted' && choice === true,
    isUnanswered: choice === undefined && (permission === 'default' || permission === 'granted'),
    permission,
  }
}

/**
 * Asks the browser for the permission and stores the answer, so that the page does not offer notices again. Resolves to what the
 * browser allows.
 */
export async function turnOnReadyNotices(): Promise<NotificationState> {
  const permission = await requestNotifications()
  storeChoice(permission === 'granted')
  return permission
}

export const turnOffReadyNotices = (): void => storeChoice(false)

/** The choice belongs to the browser, like its permission, and not to the account. */
function readChoice(): boolean | undefined {
  const choice = getItem(STORAGE_KEYS.readyNotices)
  return typeof choice === 'boolean' ? choice : undefined
}

const storeChoice = (isOn: boolean): void => setItem(STORAGE_KEYS.readyNotices, isOn, { lifetime: NO_EXPIRATION })
