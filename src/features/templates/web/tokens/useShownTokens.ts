import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TOKENS, type ShownTokens, type TokenLabels, showTokensAs } from './tokens.ts'

/** Returns the fields with their labels in the language of the page. */
export function useShownTokens(): ShownTokens {
  const t = useTranslations('templates')
  return showTokensAs(Object.fromEntries(TOKENS.map((token) => [token, t(`token_${token}`)])) as TokenLabels)
}
