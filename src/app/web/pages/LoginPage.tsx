import { useRouter, useSearch } from '@tanstack/react-router'
import { Languages } from 'lucide-react'
import { SignIn } from '#features/account/web.tsx'
import { Button } from '#ui/Button.tsx'
import { LOCALE_NAMES } from '#ui/locales.ts'
import { Menu } from '#ui/Menu.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useLocale, useWords } from '#ui/words.ts'
import { LanguageChoice } from '../shell/LanguageChoice.tsx'
import type { LoginSearch } from '../shell/loginSearch.ts'
import { returnAddress } from '../shell/returnAddress.ts'

/** /login (A§2): leads on to `from_url`, which never leads out of this app. */
export function LoginPage() {
  const t = useWords('app')
  const router = useRouter()
  const { from_url, setup }: LoginSearch = useSearch({ strict: false })
  const locale = useLocale()
  usePageTitle(t('login_title'))
  const goOn = () => void router.navigate({ href: returnAddress(from_url, location.origin), replace: true })
  return (
    <SignIn
      setupToken={setup}
      onSignedIn={goOn}
      footer={
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
      }
    />
  )
}
