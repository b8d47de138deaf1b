import { useMediaQuery } from './useMediaQuery.ts'

/** The breakpoint `sm` of the style sheet: below it, the layout is that of a phone. */
const PHONE = '(width < 600px)'

/** Returns whether the window is as narrow as a phone, and renders again when that changes. */
export const useIsPhone = (): boolean => useMediaQuery(PHONE)

/** Returns whether the window is as narrow as a phone now. False where there is no `matchMedia`. */
export const isPhone = (): boolean => typeof window.matchMedia === 'function' && window.matchMedia(PHONE).matches
