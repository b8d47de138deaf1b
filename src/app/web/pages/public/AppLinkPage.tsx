import { useServerFactsOrError } from '#features/site/web.tsx'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageLink } from '#ui/PageLink.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useWords } from '#ui/words.ts'
import { BrowserInstall } from '../../desktop/BrowserInstall.tsx'
import { OfferButtons } from '../../desktop/DownloadOffers.tsx'
import { offersFor } from '../../desktop/offersFor.ts'
import type { PhoneLinks } from '../../desktop/offersFor.ts'
import { PhoneCode } from '../../desktop/PhoneCode.tsx'
import { isPhone, thisSystem } from '../../desktop/systemOf.ts'
import { PlainPage, PlainPart } from './PlainPage.tsx'

/** /applink (A§2): the target of links for the phone app. */
export function AppLinkPage() {
  const t = useWords('pages')
  const { facts, error, retry, retrying } = useServerFactsOrError()
  const onPhone = isPhone(thisSystem())
  return (
    <PlainPage title={t('link_app_title')}>
      {facts && <Apps {...facts.downloads} />}
      {!facts && error && <ErrorState error={error} onRetry={retry} retrying={retrying} className="py-6" />}
      {!facts && !error && <SkeletonRows rows={1} />}
      {onPhone ? (
        <PlainPart title={t('download_browser_title')}>
          <BrowserInstall system={thisSystem()} />
          <PageLink to={paths.home()} className={`${buttonClass({ size: 'lg' })} justify-self-start max-sm:w-full`}>
            {t('link_app_browser')}
          </PageLink>
        </PlainPart>
      ) : (
        <PlainPart title={t('download_phone_title')}>
          <PhoneCode address={location.origin + basePath + paths.appLink()} />
        </PlainPart>
      )}
    </PlainPage>
  )
}

function Apps(phone: PhoneLinks) {
  const t = useWords('pages')
  const { app_store, google_play, apk } = phone
  const { fitting, others } = offersFor(thisSystem(), null, { app_store, google_play, apk })
  const offers = [...fitting, ...others]
  if (offers.length === 0) return <p className="text-base">{t('link_app_none')}</p>
  return (
    <>
      <p className="text-base text-ink2">{t('link_app_text')}</p>
      <OfferButtons offers={offers} />
    </>
  )
}
