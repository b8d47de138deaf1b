import { useId, useState } from 'react'
import { KeyRound } from 'lucide-react'
import { buttonClass } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { API_URL } from '#browser/http/apiUrl.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { toQueryParameters } from '../sign-up/signUp.ts'
import type { SignUpTokens } from '../sign-up/signUp.ts'
import { LastUsedBadge } from '../sign-in/LastUsedBadge.tsx'

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
  return `${API_URL}/auth/sso/${encodeURIComponent(id)}/start?${query}`
}

/** The logo of a known provider in its brand colours, or a key icon for others. */
function ProviderLogo({ kind }: { kind: 'google' | 'apple' | 'microsoft' | 'oidc' }) {
  if (kind === 'google') return <GoogleLogo />
  if (kind === 'apple') return <AppleLogo />
  return kind === 'microsoft' ? <MicrosoftLogo /> : <KeyRound aria-hidden strokeWidth={1.8} />
}

function GoogleLogo() {
  return (
    <svg aria-hidden viewBox="0 0 18 18">
      <path
        fill="#4285f4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.91-2.26c-.81.54-1.84.86-3.05.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#fbbc05" d="M3.96 10.71a5.41 5.41 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33z" />
      <path fill="#ea4335" d="M9 3.58c1.32 0 2.51.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z" />
    </svg>
  )
}

function AppleLogo() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor">
      <path d="M12.15 6.9c-.95 0-2.41-1.08-3.96-1.04-2.04.03-3.91 1.18-4.96 3.01-2.12 3.68-.55 9.1 1.52 12.09 1.01 1.45 2.2 3.09 3.79 3.04 1.52-.07 2.09-.99 3.93-.99 1.83 0 2.35.99 3.96.95 1.64-.03 2.68-1.48 3.68-2.95 1.16-1.69 1.64-3.33 1.66-3.41-.04-.02-3.18-1.22-3.22-4.86-.03-3.04 2.48-4.5 2.6-4.56-1.43-2.09-3.63-2.32-4.39-2.38-2-.15-3.68 1.1-4.61 1.1zM15.53 3.83c.84-1.01 1.4-2.43 1.24-3.83-1.2.05-2.66.8-3.53 1.82-.78.9-1.45 2.34-1.27 3.71 1.34.1 2.72-.69 3.56-1.7z" />
    </svg>
  )
}

function MicrosoftLogo() {
  return (
    <svg aria-hidden viewBox="0 0 21 21">
      <path fill="#f25022" d="M1 1h9v9H1z" />
      <path fill="#7fba00" d="M11 1h9v9h-9z" />
      <path fill="#00a4ef" d="M1 11h9v9H1z" />
      <path fill="#ffb900" d="M11 11h9v9h-9z" />
    </svg>
  )
}
