import type { Locale } from '#shared/locales.ts'

/** The locales whose texts fit the layout of the drawings (A§9). */
const FULL_CONTENT_LOCALES: readonly Locale[] = ['en_US', 'zh_CN', 'zh_TW', 'ja_JP', 'ko_KR']

/** Whether the locale uses the layout of the drawings. The others get wider pages (A§9). */
export const isFullContentLocale = (locale: Locale): boolean => FULL_CONTENT_LOCALES.includes(locale)

/** Whether the plans are taller, because their texts need more lines (A§9). */
export const isTallLocale = (locale: Locale): boolean => locale === 'pt_PT'
