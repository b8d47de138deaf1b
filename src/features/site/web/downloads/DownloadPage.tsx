import { useServerSettingsOrError } from '../useServerSettings.ts'
import { paths } from '#shared/paths.ts'
import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { BrowserInstallHelp } from './BrowserInstallHelp.tsx'
import { getDesktopLinks, isDesktopOffer, getOffers } from './offers.ts'
import type { PhoneAppLinks } from './offers.ts'
import { OfferButtons, OfferRows } from './DownloadOffers.tsx'
import { PhoneQrCode } from './PhoneQrCode.tsx'
import { isPhone, getCurrentSystem } from './operatingSystem.ts'
import { PAGE_VERSION_TIMEOUT, useDesktopVersion } from './desktopVersion.ts'
import { VersionLine } from './VersionLine.tsx'
import { PublicTextPage, PublicSection } from '../public-pages/PublicTextPage.tsx'

/** /download (A§2, B§7): the downloads for this device first, then all others. */
export function DownloadPage() {
  const t = useTranslations('site')
  const { serverSettings, error, retry, retrying } = useServerSettingsOrError()
  const system = getCurrentSystem()
  // The sections below would move when the downloads load, so they are shown afterwards.
  const isSettled = serverSettings !== undefined || error !== null
  return (
    <PublicTextPage
      title={t('download_title')}
      text={serverSettings && Object.values(serverSettings.downloads).some(Boolean) && t('download_text')}
    >
      {serverSettings && <DownloadSections {...serverSettings.downloads} />}
      {!serverSettings && error && <ErrorState error={error} onRetry={retry} retrying={retrying} className="py-6" />}
      {!isSettled && <SkeletonRows rows={6} />}
      {isSettled && (
        <PublicSection title={t('download_browser_title')}>
          <BrowserInstallHelp system={system} />
        </PublicSection>
      )}
      {isSettled && !isPhone(system) && (
        <PublicSection title={t('download_phone_title')}>
          <PhoneQrCode address={absoluteAddress(paths.appLink())} />
        </PublicSection>
      )}
    </PublicTextPage>
  )
}

function DownloadSections({ base, ...phone }: PhoneAppLinks & { base: string | null }) {
  const t = useTranslations('site')
  const version = useDesktopVersion(base, PAGE_VERSION_TIMEOUT)
  const links = base !== null && version ? getDesktopLinks(base, version.version) : null
  const { fitting, others } = getOffers(getCurrentSystem(), links, phone)
  const isVersionLoading = base !== null && !version
  if (!isVersionLoading && fitting.length + others.length === 0) return <p className="text-base">{t('download_none')}</p>
  const versionLine = base !== null && <VersionLine version={version} />
  const hasDesktopOffer = fitting.some(({ name }) => isDesktopOffer(name))
  return (
    <>
      {fitting.length > 0 && (
        <PublicSection title={t('download_this_device')}>
          <OfferButtons offers={fitting} />
          {hasDesktopOffer && versionLine}
        </PublicSection>
      )}
      {(others.length > 0 || isVersionLoading) && (
        <PublicSection title={fitting.length > 0 ? t('download_other_devices') : t('download_apps')}>
          {others.length > 0 && <OfferRows offers={others} />}
          {!hasDesktopOffer && versionLine}
        </PublicSection>
      )}
    </>
  )
}
