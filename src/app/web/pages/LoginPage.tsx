import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Languages } from 'lucide-react'
import { Suspense, useState } from 'react'
import { DesktopSignIn, SignIn, SignInFrame } from '#features/account/web.tsx'
import { isHiddenAddress } from '#features/account/rules.ts'
import { useMe } from '#features/me/web.tsx'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { Button } from '#ui/Button.tsx'
import { LOCALE_NAMES } from '#ui/locales.ts'
import { Menu } from '#ui/Menu.tsx'
import { STORED, address } from '#ui/storage.ts'
import { useEvent } from '#ui/useEvent.ts'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useLocale, useWords } from '#ui/words.ts'
import { holdsToken } from '../shell/askForToken.ts'
import { forgetLanding, recentLanding } from '../shell/landing.ts'
import { LanguageChoice } from '../shell/LanguageChoice.tsx'
import type { LoginSearch } from '../shell/loginSearch.ts'
import { baseToGoTo, returnAddress } from '../shell/returnAddress.ts'

/** /login (A§2): redirects to `from_url`, limited to this app, or signs in the desktop program (A§8). */
export function LoginPage() {
  const t = useWords('app')
  const router = useRouter()
  const queries = useQueryClient()
  const { from_url, setup, invitation, client, desktop_uuid }: LoginSearch = useSearch({ strict: false })
  const [landing, setLanding] = useState(recentLanding)
  const [signedIn, setSignedIn] = useState(() => holdsToken() && !(landing && 'ticket' in landing))
  usePageTitle(t('login_title'))

  const goOn = () => {
    forgetLanding()
    setLanding(undefined)
    if (client === 'desktop') return setSignedIn(true)
    const to = returnAddress(from_url, location.origin)
    const base = baseToGoTo(from_url, location.origin, basePath)
    // The redirect from a provider has lost the base path of the start page.
    if (base !== null) location.replace(base + to)
    else void router.navigate({ href: to, replace: true })
  }
  useEvent('window', 'storage', (event) => {
    if (event.key !== address(STORED.token) || !holdsToken()) return
    // The user has signed in in another tab.
    queries.clear()
    goOn()
  })

  const footer = <LanguageMenu />
  if (client === 'desktop' && signedIn) {
    return (
      <SignInFrame footer={footer}>
        <Suspense>
          <ForDesktop desktopUuid={desktop_uuid} onSignedOut={() => setSignedIn(false)} />
        </Suspense>
      </SignInFrame>
    )
  }
  const back =
    client === 'desktop' ? paths.login({ client, desktopUuid: desktop_uuid }) : returnAddress(from_url, location.origin)
  return (
    <SignIn
      setupToken={setup}
      invitation={invitation}
      fromUrl={basePath + back}
      landing={landing}
      onSignedIn={goOn}
      footer={footer}
    />
  )
}

function ForDesktop({ desktopUuid, onSignedOut }: { desktopUuid: string | undefined; onSignedOut: () => void }) {
  const me = useMe()
  const account = me && (isHiddenAddress(me.email) ? me.nickname : me.email)
  return <DesktopSignIn account={account} desktopUuid={desktopUuid} onSignedOut={onSignedOut} />
}

function LanguageMenu() {
  const t = useWords('app')
  const locale = useLocale()
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button
          variant="quiet"
          size="sm"
          className="-ml-2 justify-self-start"
          icon={<Languages aria-hidden />}
          aria-label={t('language_is', { language: LOCALE_NAMES[locale] })}
        >
          {LOCALE_NAMES[locale]}
        </Button>
      }
    >
      <LanguageChoice />
    </Menu>
  )
}
