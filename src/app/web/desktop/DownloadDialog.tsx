import { Monitor } from 'lucide-react'
import { useServerFacts } from '#features/site/web.tsx'
import { paths } from '#kit/paths.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/buttonClass.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { PageLink } from '#ui/PageLink.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useWords } from '#ui/words.ts'
import { BrowserInstall } from './BrowserInstall.tsx'
import { desktopLinks } from './downloadLinks.ts'
import { OfferButtons } from './DownloadOffers.tsx'
import { offersFor } from './offersFor.ts'
import type { Offer, PhoneLinks } from './offersFor.ts'
import { isPhone, thisSystem } from './systemOf.ts'
import { VERSION_IN_DIALOG, useDesktopVersion } from './useDesktopVersion.ts'
import { VersionLine } from './VersionLine.tsx'

export type DownloadDialogProps = {
  open: boolean
  onClose: () => void
  /** The desktop program was requested and did not open (B§4). */
  missing: boolean
}

/** Offers the programs for this device: the apps on a phone, the Windows program on a computer (B§2). */
export function DownloadDialog({ open, onClose, missing }: DownloadDialogProps) {
  const t = useWords('pages')
  return (
    <Dialog
      size="small"
      open={open}
      onClose={onClose}
      title={t('download_dialog_title')}
      description={missing ? t('download_dialog_missing') : undefined}
      footer={
        <PageLink to={paths.download()} onClick={onClose} className={buttonClass()}>
          {t('download_all')}
        </PageLink>
      }
    >
      <Programs />
    </Dialog>
  )
}

function Programs() {
  const facts = useServerFacts()
  if (!facts) return <SkeletonRows rows={1} />
  const { base, ...phone } = facts.downloads
  return isPhone(thisSystem()) ? <PhonePrograms phone={phone} /> : <DesktopPrograms base={base} phone={phone} />
}

function PhonePrograms({ phone }: { phone: PhoneLinks }) {
  const { fitting, others } = offersFor(thisSystem(), null, phone)
  const offers = [...fitting, ...others]
  return offers.length > 0 ? <OfferButtons offers={offers} /> : <NoPrograms />
}

function DesktopPrograms({ base, phone }: { base: string | null; phone: PhoneLinks }) {
  const t = useWords('pages')
  const version = useDesktopVersion(base, VERSION_IN_DIALOG)
  if (base === null) return <NoPrograms />
  const links = version ? desktopLinks(base, version.version) : null
  const windows: Offer[] = links ? offersFor('windows', links, phone).fitting : []
  if (version && windows.length === 0) return <NoPrograms />
  return (
    <div className="grid gap-3">
      <div className="flex min-h-11 flex-wrap gap-2">
        <OfferButtons offers={windows} />
        <Button
          size="lg"
          className="max-sm:w-full"
          icon={<Monitor aria-hidden strokeWidth={1.8} />}
          disabledBecause={t('download_mac_choose')}
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
  const t = useWords('pages')
  return (
    <div className="grid gap-3">
      <p className="text-base">{t('download_none')}</p>
      <BrowserInstall system={thisSystem()} />
    </div>
  )
}
