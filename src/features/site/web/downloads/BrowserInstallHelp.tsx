import { MonitorDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useInstallPrompt } from '#browser/page/installPrompt.ts'
import { useMediaQuery } from '#browser/page/useMediaQuery.ts'
import { Button } from '#ui/button/Button.tsx'
import { isPhone } from './operatingSystem.ts'
import type { OperatingSystem } from './operatingSystem.ts'

/**
 * Installs the page as a program where the browser offers it, otherwise explains how; the instructions for this device come
 * first.
 */
export function BrowserInstallHelp({ system }: { system: OperatingSystem }) {
  const t = useTranslations('site')
  const install = useInstallPrompt()
  const isOwnWindow = useMediaQuery('(display-mode: standalone)')
  const [wasInstalled, setInstalled] = useState(false)
  if (isOwnWindow || wasInstalled)
    return (
      <p role="status" className="text-base">
        {t('install_done')}
      </p>
    )
  return (
    <div className="grid gap-3 text-base">
      <p className="text-ink2">{t('download_browser_text')}</p>
      {install ? (
        <Button
          size="lg"
          className="justify-self-start max-sm:w-full"
          icon={<MonitorDown aria-hidden strokeWidth={1.8} />}
          onClick={() => void install().then(setInstalled)}
        >
          {t('install_now')}
        </Button>
      ) : (
        <Instructions system={system} />
      )}
    </div>
  )
}

function Instructions({ system }: { system: OperatingSystem }) {
  const t = useTranslations('site')
  const matching = INSTALL_METHODS.filter(({ systems }) => systems.includes(system))
  // Desktop computers also show the instructions for phones.
  const others = isPhone(system) ? [] : INSTALL_METHODS.filter((method) => !matching.includes(method))
  return (
    <>
      {window.isSecureContext === false && <p className="text-warn">{t('download_browser_insecure')}</p>}
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-ink3">
        {[...matching, ...others].map(({ messageKey }) => (
          <li key={messageKey}>{t(messageKey)}</li>
        ))}
      </ul>
    </>
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
