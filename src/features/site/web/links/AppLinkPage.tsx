import { Link } from '@tanstack/react-router'
import { useServerSettingsOrError } from '../useServerSettings.ts'
import { paths } from '#shared/paths.ts'
import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { BrowserInstallHelp } from '../downloads/BrowserInstallHelp.tsx'
import { OfferButtons } from '../downloads/DownloadOffers.tsx'
import { getOffers } from '../downloads/offers.ts'
import type { PhoneAppLinks } from '../downloads/offers.ts'
import { PhoneQrCode } from '../downloads/PhoneQrCode.tsx'
import { isPhone, getCurrentSystem } from '../downloads/operatingSystem.ts'
import { PublicTextPage, PublicSection } from '../public-pages/PublicTextPage.tsx'

/** /applink (A§2): the target of links for the phone app. */
export function AppLinkPage() {
  const t = useTranslations('site')
  const { serverSettings, error, retry, retrying } = useServerSettingsOrError()
  const isOnPhone = isPhone(getCurrentSystem())
  return (
    <PublicTextPage title={t('link_app_title')}>
      {serverSettings && <AppOffers {...serverSettings.downloads} />}
      {!serverSettings && error && <ErrorState error={error} onRetry={retry} retrying={retrying} className="py-6" />}
      {!serverSettings && !error && <SkeletonRows rows={1} />}
      {isOnPhone ? (
        <PublicSection title={t('download_browser_title')}>
          <BrowserInstallHelp system={getCurrentSystem()} />
          <Link to="/" className={`${buttonClass({ size: 'lg' })} justify-self-start max-sm:w-full`}>
            {t('link_app_browser')}
          </Link>
        </PublicSection>
      ) : (
        <PublicSection title={t('download_phone_title')}>
          <PhoneQrCode address={absoluteAddress(paths.appLink())} />
        </PublicSection>
      )}
    </PublicTextPage>
  )
}

function AppOffers(phone: PhoneAppLinks) {
  const t = useTranslations('site')
  const { app_store, google_play, apk } = phone
  const { fitting, others } = getOffers(getCurrentSystem(), null, { app_store, google_play, apk })
  const offers = [...fitting, ...others]
  if (offers.length === 0) return <p className="text-base">{t('link_app_none')}</p>
  return (
    <>
      <p className="text-base text-ink2">{t('link_app_text')}</p>
      <OfferButtons offers={offers} />
    </>
  )
}
