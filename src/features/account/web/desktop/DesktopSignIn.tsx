import { useState } from 'react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { DesktopOpener } from './DesktopOpener.tsx'

export type DesktopSignInProps = {
  /** The account name to show. */
  account: string | undefined
  /** The id of the desktop program. Undefined if the program is too old to send it (A§8). */
  desktopUuid: string | undefined
  /** Called when the session has ended. */
  onSignedOut: () => void
  /** Navigates this tab to a URL with the scheme of another program. */
  openAddress?: (address: string) => void
}

/** Signs in the desktop program with the account of this browser (A§7). Opens the program only after a click. */
export function DesktopSignIn({ account, desktopUuid, onSignedOut, openAddress }: DesktopSignInProps) {
  const t = useTranslations('account')
  const tUi = useTranslations('ui')
  const [isMissing, setIsMissing] = useState(false)
  const close = () => setIsMissing(false)
  if (!desktopUuid) {
    return (
      <TitledSection title={t('desktop_old_title')} text={t('desktop_old_text')}>
        <DownloadLink />
      </TitledSection>
    )
  }
  return (
    <TitledSection title={account ? t('desktop_title', { account }) : t('desktop_title_plain')} text={t('desktop_text')}>
      <DesktopOpener
        desktopUuid={desktopUuid}
        onSignedOut={onSignedOut}
        onMissing={() => setIsMissing(true)}
        onOpened={close}
        openAddress={openAddress}
      />
      <Dialog
        open={isMissing}
        onClose={close}
        title={t('desktop_missing_title')}
        description={t('desktop_missing_text')}
        footer={
          <>
            <Button variant="quiet" onClick={close}>
              {tUi('cancel')}
            </Button>
            <DownloadLink />
          </>
        }
      />
    </TitledSection>
  )
}

function TitledSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-1">
        <h1 className="text-2xl font-[640] tracking-[-0.02em] wrap-anywhere">{title}</h1>
        <p className="text-base text-ink2">{text}</p>
      </div>
      {children}
    </div>
  )
}

function DownloadLink() {
  const t = useTranslations('account')
  return (
    <a href={basePath + paths.download()} target="_blank" rel="noopener" className={buttonClass({ variant: 'main' })}>
      {t('desktop_download')}
    </a>
  )
}
