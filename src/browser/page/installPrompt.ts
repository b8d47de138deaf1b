import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { listen } from '../events/listen.ts'

/** The offer of a browser to install the page as a program. It can be used once. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const installPrompt = createStore<{ event: InstallPrompt | null }>(() => ({ event: null }))

/** Keeps the offer, which browsers make once, when the page opens. Those that never make it show nothing. */
export const keepInstallPrompt = (): void =>
  void listen<InstallPrompt>(window, 'beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.setState({ event })
  })

/** Returns a function that asks the user to install the page and returns whether it was installed; null where that cannot be asked. */
export function useInstallPrompt(): (() => Promise<boolean>) | null {
  const event = useStore(installPrompt, (state) => state.event)
  if (!event) return null
  return async () => {
    installPrompt.setState({ event: null })
    return (await event.prompt()).outcome === 'accepted'
  }
}
