import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isPhone } from './operatingSystem.ts'
import type { OperatingSystem } from './operatingSystem.ts'

/** Explains how to install the page as an app with the browser; the instructions for this device come first. */
export function BrowserInstallHelp({ system }: { system: OperatingSystem }) {
  const t = useTranslations('site')
  const matching = INSTALL_METHODS.filter(({ systems }) => systems.includes(system))
  // Desktop computers also show the instructions for phones.
  const others = isPhone(system) ? [] : INSTALL_METHODS.filter((method) => !matching.includes(method))
  return (
    <div className="grid gap-3 text-base">
      <p className="text-ink2">{t('download_browser_text')}</p>
      {window.isSecureContext === false && <p className="text-warn">{t('download_browser_insecure')}</p>}
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-ink3">
        {[...matching, ...others].map(({ messageKey }) => (
          <li key={messageKey}>{t(messageKey)}</li>
        ))}
      </ul>
    </div>
  )
}

type InstallMethod = {
  messageKey: 'install_chrome' | 'install_safari' | 'install_ios' | 'install_android'
  systems: readonly OperatingSystem[]
}

const INSTALL_METHODS: readonly InstallMethod[] = [
  { messageKey: 'install_chrome', systems: ['windows', 'mac', 'linux', 'chromeos', 'other'] },
  { messageKey: 'install_safari', systems: ['mac'] },
  { messageKey: 'install_ios', systems: ['ios'] },
  { messageKey: 'install_android', systems: ['android'] },
]
