import type { Locale } from '#shared/locales.ts'
import { serverTexts } from '#platform/text/serverTexts.ts'
import { describeFailure } from '../rules.ts'

const messagesIn = serverTexts<Readonly<Record<string, string>>>(new URL('../messages/', import.meta.url))

/** Returns what the page says about a code of B§8, for clients that say their language (B§7). */
export const failureText = (status: number, locale: Locale): string => messagesIn(locale)[describeFailure(status).reason] ?? ''
