import { useServerFacts } from '#features/site/web.tsx'
import { Button } from '#ui/Button.tsx'
import { askConsentAgain, useConsent } from '#ui/consent.ts'
import { useWords } from '#ui/words.ts'

/** At the end of the cookie policy: what this browser's user chose, and the way to choose otherwise. */
export function ChangeConsent() {
  const t = useWords('pages')
  const server = useServerFacts()
  const mayCount = useConsent()
  if (!server) return null
  return (
    <div className="mt-10 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-raised p-4 text-base print:hidden">
      <p className="min-w-0 flex-1 basis-64">
        {t(!server.telemetry ? 'cookies_nothing_counted' : mayCount ? 'cookies_now_allowed' : 'cookies_now_necessary')}
      </p>
      {server.telemetry && <Button onClick={askConsentAgain}>{t('cookies_change')}</Button>}
    </div>
  )
}
