import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { listen } from '../events/listen.ts'

/** The browser's event that offers to install the page as an app. It can be used once. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const installPrompt = createStore<{ event: InstallPrompt | null }>(() => ({ event: null }))

/** Keeps the event, which browsers fire once when the page opens. Other browsers offer no installation. */
export const keepInstallPrompt = (): void =>
  void listen<InstallPrompt>(window, 'beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.setState({ event })
  })

/**
 * Returns a function that prompts the user to install the page and returns whether it was installed; null when there is no prompt.
 */
export function useInstallPrompt(): (() => Promise<boolean>) | null {
  const event = useStore(installPrompt, (state) => state.event)
  if (!event) return null
  return async () => {
    installPrompt.setState({ event: null })
    return (await event.prompt()).outcome === 'accepted'
  }
}
