import { NO_EXPIRATION, STORAGE_KEYS, getItem, setItem, useStored } from '#browser/storage/storage.ts'

/** Whether live words are shown. On, unless switched off in this browser. */
export const isLiveWordsOn = (): boolean => getItem(STORAGE_KEYS.liveWords) !== false

export const setLiveWords = (isOn: boolean): void => setItem(STORAGE_KEYS.liveWords, isOn, { lifetime: NO_EXPIRATION })

export const useLiveWordsOn = (): boolean => useStored(isLiveWordsOn)
