import { useMediaQuery } from './useMediaQuery.ts'

/** The breakpoint `sm` of the style sheet, below which the phone layout is used. */
const PHONE = '(width < 600px)'

/** Returns whether the window is as narrow as a phone; re-renders when that changes. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE)

/** Returns whether the window is currently as narrow as a phone. False without `matchMedia`. */
export const isPhone = (): boolean => typeof window.matchMedia === 'function' && window.matchMedia(PHONE).matches
