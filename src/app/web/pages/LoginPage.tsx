import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { DesktopSignIn, SignIn, SignInFrame } from '#features/account/web.tsx'
import { isHiddenAddress } from '#features/account/rules.ts'
import { useMe } from '#features/profile/web.tsx'
import { useServerSettings } from '#features/site/web.tsx'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { Button } from '#ui/button/Button.tsx'
import { LOCALE_NAMES } from '#shared/locales.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { STORAGE_KEYS, storageKey } from '#browser/storage/storage.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { hasValidToken } from '#features/account/web.tsx'
import { clearSsoResult, getSsoResult } from '#features/account/web.tsx'
import { LanguageMenuItems } from '#ui/menu/LanguageMenuItems.tsx'
import { getRequiredBasePath, getReturnPath } from '#features/account/web.tsx'

/** /login (A§2): redirects to `from_url`, limited to this app, or signs in the desktop program (A§8). */
export function LoginPage() {
  const t = useTranslations('app')
  const router = useRouter()
  const queryClient = useQueryClient()
  const { from_url, setup, invitation, client, desktop_uuid } = useSearch({ from: '/login' })
  const [ssoResult, setSsoResult] = useState(getSsoResult)
  const [isSignedIn, setIsSignedIn] = useState(() => hasValidToken() && !(ssoResult && 'ticket' in ssoResult))
  usePageTitle(t('login_title'))
  // Loaded here so that the layout does not move when it needs them.
  useServerSettings()

  const continueAfterSignIn = () => {
    clearSsoResult()
    setSsoResult(undefined)
    if (client === 'desktop') return setIsSignedIn(true)
    const target = getReturnPath(from_url, location.origin)
    const requiredBase = getRequiredBasePath(from_url, location.origin, basePath)
    // The redirect from a provider has lost the base path of the start page.
    if (requiredBase !== null) location.replace(requiredBase + target)
    else void router.navigate({ href: target, replace: true })
  }
  useEvent('window', 'storage', (event) => {
    if (event.key !== storageKey(STORAGE_KEYS.token) || !hasValidToken()) return
    // The user has signed in in another tab.
    queryClient.clear()
    continueAfterSignIn()
  })

  const footer = <LanguageMenu />
  if (client === 'desktop' && isSignedIn) {
    return (
      <SignInFrame footer={footer}>
        <DesktopSignInContent desktopUuid={desktop_uuid} onSignedOut={() => setIsSignedIn(false)} />
      </SignInFrame>
    )
  }
  const returnPath =
    client === 'desktop' ? paths.login({ client, desktopUuid: desktop_uuid }) : getReturnPath(from_url, location.origin)
  return (
    <SignIn
      setupToken={setup}
      invitation={invitation}
      fromUrl={basePath + returnPath}
      ssoResult={ssoResult}
      onSignedIn={continueAfterSignIn}
      footer={footer}
    />
  )
}

function DesktopSignInContent({ desktopUuid, onSignedOut }: { desktopUuid: string | undefined; onSignedOut: () => void }) {
  const me = useMe()
  const account = me && (isHiddenAddress(me.email) ? me.nickname : me.email)
  return <DesktopSignIn account={account} desktopUuid={desktopUuid} onSignedOut={onSignedOut} />
}

function LanguageMenu() {
  const t = useTranslations('ui')
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
      <LanguageMenuItems />
    </Menu>
  )
}
