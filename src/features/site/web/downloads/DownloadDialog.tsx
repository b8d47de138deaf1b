import { Link } from '@tanstack/react-router'
import { Monitor } from 'lucide-react'
import type { ReactNode } from 'react'
import { useServerSettings } from '../useServerSettings.ts'
import { paths } from '#shared/paths.ts'
import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { BrowserInstallHelp } from './BrowserInstallHelp.tsx'
import { getDesktopLinks, getOffers } from './offers.ts'
import type { Offer, PhoneAppLinks } from './offers.ts'
import { OfferButtons } from './DownloadOffers.tsx'
import { isPhone, getCurrentSystem } from './operatingSystem.ts'
import { DIALOG_VERSION_TIMEOUT, useDesktopVersion } from './desktopVersion.ts'
import { PhoneQrCode } from './PhoneQrCode.tsx'
import { VersionLine } from './VersionLine.tsx'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** `launchFailed`: the desktop program was requested and did not open (B§4). */
    download: { launchFailed?: boolean }
  }
}

/**
 * Offers the downloads for this device: the apps on a phone, the Windows program on a computer if the operator has them (B§2),
 * installing this page, and on a computer also a QR code for a phone (docs/decisions/0135).
 */
export function DownloadDialog({ open, onClose, launchFailed = false }: DialogProps<'download'>) {
  const t = useTranslations('site')
  return (
    <Dialog
      size="small"
      open={open}
      onClose={onClose}
      title={t('download_dialog_title')}
      description={launchFailed ? t('download_dialog_missing') : undefined}
      footer={
        <Link to="/download" onClick={onClose} className={buttonClass()}>
          {t('download_all')}
        </Link>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <DownloadPrograms />
        <Part title={t('download_browser_title')}>
          <BrowserInstallHelp system={getCurrentSystem()} />
        </Part>
        {!isPhone(getCurrentSystem()) && (
          <Part title={t('download_phone_title')}>
            <PhoneQrCode address={absoluteAddress(paths.appLink())} />
          </Part>
        )}
      </div>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2 border-t border-line pt-4">
      <h3 className="text-base font-[600]">{title}</h3>
      {children}
    </section>
  )
}

function DownloadPrograms() {
  const facts = useServerSettings()
  if (!facts) return <SkeletonRows rows={1} />
  const { base, ...phone } = facts.downloads
  return isPhone(getCurrentSystem()) ? <PhonePrograms phone={phone} /> : <DesktopPrograms base={base} phone={phone} />
}

function PhonePrograms({ phone }: { phone: PhoneAppLinks }) {
  const { fitting, others } = getOffers(getCurrentSystem(), null, phone)
  const offers = [...fitting, ...others]
  return offers.length > 0 ? <OfferButtons offers={offers} /> : <NoPrograms />
}

function DesktopPrograms({ base, phone }: { base: string | null; phone: PhoneAppLinks }) {
  const t = useTranslations('site')
  const version = useDesktopVersion(base, DIALOG_VERSION_TIMEOUT)
  if (base === null) return <NoPrograms />
  const links = version ? getDesktopLinks(base, version.version) : null
  const windows: Offer[] = links ? getOffers('windows', links, phone).fitting : []
  if (version && windows.length === 0) return <NoPrograms />
  return (
    <div className="grid gap-3">
      <div className="flex min-h-11 flex-wrap gap-2">
        <OfferButtons offers={windows} />
        <Button
          size="lg"
          className="max-sm:w-full"
          icon={<Monitor aria-hidden strokeWidth={1.8} />}
          disabledReason={t('download_mac_choose')}
        >
          macOS
        </Button>
      </div>
      <p className="text-sm text-ink2">{t('download_mac_choose')}</p>
      <VersionLine version={version} />
    </div>
  )
}

function NoPrograms() {
  const t = useTranslations('site')
  return <p className="text-base">{t('download_none')}</p>
}
