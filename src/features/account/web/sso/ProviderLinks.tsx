import { useId, useState } from 'react'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { classes } from '#ui/styles/classes.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { toQueryParameters } from '../sign-up/signUpTokens.ts'
import type { SignUpTokens } from '../sign-up/signUpTokens.ts'
import { LastUsedBadge } from '../sign-in/LastUsedBadge.tsx'
import { ProviderLogo } from './ProviderLogo.tsx'

export type Provider = { id: string; name: string; kind: 'google' | 'apple' | 'microsoft' | 'oidc' }

export type ProviderLinksProps = {
  providers: readonly Provider[]
  signUpTokens: SignUpTokens
  /** The path to return to, including the base path. */
  fromUrl: string
  /** The id of the provider if the last sign-in used one. */
  lastMethod: string | undefined
}

/** One link per provider, styled as a button. They are links because the browser navigates to the provider. */
export function ProviderLinks({ providers, signUpTokens, fromUrl, lastMethod }: ProviderLinksProps) {
  const t = useTranslations('account')
  const lastUsedId = useId()
  const [navigatingTo, setNavigatingTo] = useState<string | null>(null)
  // After the browser's Back button, the page can be restored with its old state.
  useEvent('window', 'pageshow', (event) => event.persisted && setNavigatingTo(null))
  if (providers.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-3">
      {providers.map(({ id, name, kind }) => (
        <li key={id} className="grid grid-cols-1">
          <a
            href={startUrl(id, signUpTokens, fromUrl)}
            aria-busy={navigatingTo === id || undefined}
            aria-describedby={lastMethod === id ? lastUsedId : undefined}
            className={classes(buttonClass({ size: 'lg' }), 'min-w-0 hover:bg-sunken active:bg-line')}
            onClick={(event) => (navigatingTo ? event.preventDefault() : setNavigatingTo(id))}
          >
            {navigatingTo === id ? <Spinner /> : <ProviderLogo kind={kind} />}
            <span className="truncate">{t('continue_with', { name })}</span>
            {lastMethod === id && <LastUsedBadge id={lastUsedId} />}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The URL of the server that redirects to the provider. */
function startUrl(id: string, signUpTokens: SignUpTokens, fromUrl: string): string {
  const query = new URLSearchParams({ from_url: fromUrl, ...toQueryParameters(signUpTokens) })
  return `/api/auth/sso/${encodeURIComponent(id)}/start?${query}`
}
