import { vi } from 'vitest'

/** Makes the window as narrow as a phone, until `vi.unstubAllGlobals()`. */
export function asPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width < 600px)',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}
