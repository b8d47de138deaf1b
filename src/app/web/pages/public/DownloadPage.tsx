import { useServerFactsOrError } from '#features/site/web.tsx'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useWords } from '#ui/words.ts'
import { BrowserInstall } from '../../desktop/BrowserInstall.tsx'
import { desktopLinks } from '../../desktop/downloadLinks.ts'
import { OfferButtons, OfferRows } from '../../desktop/DownloadOffers.tsx'
import { isDesktop, offersFor } from '../../desktop/offersFor.ts'
import type { PhoneLinks } from '../../desktop/offersFor.ts'
import { PhoneCode } from '../../desktop/PhoneCode.tsx'
import { isPhone, thisSystem } from '../../desktop/systemOf.ts'
import { VERSION_ON_PAGE, useDesktopVersion } from '../../desktop/useDesktopVersion.ts'
import { VersionLine } from '../../desktop/VersionLine.tsx'
import { PlainPage, PlainPart } from './PlainPage.tsx'

/** /download (A§2, B§7): the downloads for this device first, then all others. */
export function DownloadPage() {
  const t = useWords('pages')
  const { facts, error, retry, retrying } = useServerFactsOrError()
  const system = thisSystem()
  // The sections below would move when the downloads load, so they are shown afterwards.
  const isKnown = facts !== undefined || error !== null
  return (
    <PlainPage title={t('download_title')} text={facts && Object.values(facts.downloads).some(Boolean) && t('download_text')}>
      {facts && <Programs {...facts.downloads} />}
      {!facts && error && <ErrorState error={error} onRetry={retry} retrying={retrying} className="py-6" />}
      {!isKnown && <SkeletonRows rows={6} />}
      {isKnown && (
        <PlainPart title={t('download_browser_title')}>
          <BrowserInstall system={system} />
        </PlainPart>
      )}
      {isKnown && !isPhone(system) && (
        <PlainPart title={t('download_phone_title')}>
          <PhoneCode address={location.origin + basePath + paths.appLink()} />
        </PlainPart>
      )}
    </PlainPage>
  )
}

function Programs({ base, ...phone }: PhoneLinks & { base: string | null }) {
  const t = useWords('pages')
  const version = useDesktopVersion(base, VERSION_ON_PAGE)
  const links = base !== null && version ? desktopLinks(base, version.version) : null
  const { fitting, others } = offersFor(thisSystem(), links, phone)
  const asking = base !== null && !version
  if (!asking && fitting.length + others.length === 0) return <p className="text-base">{t('download_none')}</p>
  const line = base !== null && <VersionLine version={version} />
  const fitsDesktop = fitting.some(({ name }) => isDesktop(name))
  return (
    <>
      {fitting.length > 0 && (
        <PlainPart title={t('download_here')}>
          <OfferButtons offers={fitting} />
          {fitsDesktop && line}
        </PlainPart>
      )}
      {(others.length > 0 || asking) && (
        <PlainPart title={fitting.length > 0 ? t('download_elsewhere') : t('download_programs')}>
          {others.length > 0 && <OfferRows offers={others} />}
          {!fitsDesktop && line}
        </PlainPart>
      )}
    </>
  )
}
