import { RouterContextProvider } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useServerSettings } from '../useServerSettings.ts'
import { Button } from '#ui/button/Button.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NoticeBar, saveAnswer } from './NoticeBar.tsx'

// Loaded on demand: the switches are larger than the rest of the notice and rarely needed.
const ConsentChoice = lazyComponent(async () => (await import('./ConsentChoice.tsx')).ConsentChoice)

/**
 * Asks which data may be stored beyond the necessary (A§7). The main domain of the product shows a question, and so does every host
 * of the build for China, where the law asks for a separate consent. Other domains show a short notice that nothing else is stored
 * without consent. Shows nothing when the server collects no statistics.
 */
export function CookieNotice({ router, host = location.hostname }: { router: AnyRouter; host?: string }) {
  const server = useServerSettings()
  if (!server?.telemetry) return null
  return (
    <RouterContextProvider router={router}>
      {server.region === 'cn' || isHostInDomain(host, server.main_domain) ? <ConsentQuestion /> : <ShortNotice />}
    </RouterContextProvider>
  )
}

function ConsentQuestion() {
  const t = useTranslations('site')
  const [isChoosing, setIsChoosing] = useState(false)
  if (isChoosing) return <ConsentChoice fallback={null} />
  return (
    <NoticeBar text={t('cookies_question')}>
      <Button onClick={() => saveAnswer(true)}>{t('cookies_accept')}</Button>
      <Button onClick={() => saveAnswer(false)}>{t('cookies_necessary_only')}</Button>
      <Button variant="quiet" onClick={() => setIsChoosing(true)}>
        {t('cookies_choose')}
      </Button>
    </NoticeBar>
  )
}

function ShortNotice() {
  const t = useTranslations('site')
  return (
    <NoticeBar text={t('cookies_short')}>
      <Button onClick={() => saveAnswer(false)}>{t('cookies_dismiss')}</Button>
      <Button variant="quiet" onClick={() => saveAnswer(true)}>
        {t('cookies_allow')}
      </Button>
    </NoticeBar>
  )
}

/** Returns true when a host is the domain or a subdomain of it, such as `app.example.org` of `example.org`. */
export const isHostInDomain = (host: string, domain: string | null): boolean =>
  domain !== null && (host === domain || host.endsWith(`.${domain}`))
