import { Download } from 'lucide-react'
import { useRef } from 'react'
import { client } from '#shared/client.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { personalDataContract } from '../../contract.ts'

const personalDataClient = client('export', personalDataContract, send)

/** A button that downloads all personal data, with a status line below it. */
export function ExportMyData() {
  const t = useTranslations('personal-data')
  const link = useRef<HTMLAnchorElement>(null)
  const prepare = useAction(personalDataClient.all, {
    show: 'inline',
    failure: t('failed'),
    refusals: { 429: t('too_often') },
    onSuccess: ({ data }) => {
      // Click a download link instead of navigating, so that an error response does not replace this page.
      if (!link.current) return
      link.current.href = data.url
      link.current.click()
    },
  })
  const statusText = prepare.isBusy ? t('preparing') : prepare.isDone ? t('download_started') : t('hint')
  return (
    <div className="grid justify-items-start gap-2">
      <Button icon={<Download aria-hidden />} busy={prepare.isBusy} onClick={() => void prepare.run({})}>
        {t('download')}
      </Button>
      <a ref={link} hidden download aria-hidden tabIndex={-1} href="#export" />
      <p role="status" className={prepare.explanation ? 'text-sm text-signal' : 'text-sm text-ink2'}>
        {prepare.explanation?.text ?? statusText}
      </p>
    </div>
  )
}
