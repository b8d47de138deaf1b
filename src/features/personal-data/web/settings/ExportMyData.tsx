import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { Refused, client } from '#shared/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { send } from '#browser/http/send.ts'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { personalDataContract } from '../../contract.ts'

const personalDataClient = client('export', personalDataContract, send)

/** A button that downloads all personal data, with a status line below it. */
export function ExportMyData() {
  const t = useTranslations('personal-data')
  const explain = useExplainError()
  const link = useRef<HTMLAnchorElement>(null)
  const mutation = useMutation({
    mutationFn: () => personalDataClient.all({}),
    onSuccess: ({ data }) => {
      // Click a download link instead of navigating, so that an error response does not replace this page.
      if (!link.current) return
      link.current.href = data.url
      link.current.click()
    },
  })
  const statusText = () => {
    if (mutation.isPending) return t('preparing')
    if (mutation.isSuccess) return t('download_started')
    if (!mutation.error) return t('hint')
    if (mutation.error instanceof Refused && mutation.error.httpStatus === 429) return t('too_often')
    return `${t('failed')} ${explain(mutation.error).text}`
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button icon={<Download aria-hidden />} busy={mutation.isPending} onClick={() => mutation.mutate()}>
        {t('download')}
      </Button>
      <a ref={link} hidden download aria-hidden tabIndex={-1} href="#export" />
      <p role="status" className={mutation.isError ? 'text-sm text-signal' : 'text-sm text-ink2'}>
        {statusText()}
      </p>
    </div>
  )
}
