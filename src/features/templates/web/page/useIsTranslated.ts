import { NO_EXPIRATION, getItem, setItem, useStored } from '#browser/storage/storage.ts'

const STORAGE_KEY = 'templates_translated'
const isTranslated = (): boolean => getItem(STORAGE_KEY) !== false

/** Returns whether templates of others are shown in the language of the page, and the setter. This browser remembers it. */
export const useIsTranslated = (): readonly [boolean, (isOn: boolean) => void] =>
  [useStored(isTranslated), (isOn: boolean) => setItem(STORAGE_KEY, isOn, { lifetime: NO_EXPIRATION })] as const
