import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { Refused, client } from '#kit/client.ts'
import { Button } from '#ui/Button.tsx'
import { send } from '#ui/send.ts'
import { useExplain } from '#ui/useExplain.ts'
import { useWords } from '#ui/words.ts'
import { exportContract } from '../contract.ts'

const exporting = client('export', exportContract, send)

/** A button that downloads all personal data, with a status line below it. */
export function ExportMyData() {
  const t = useWords('export')
  const explain = useExplain()
  const link = useRef<HTMLAnchorElement>(null)
  const asking = useMutation({
    mutationFn: () => exporting.all({}),
    onSuccess: ({ data }) => {
      // Click a download link instead of navigating, so that an error response does not replace this page.
      if (!link.current) return
      link.current.href = data.url
      link.current.click()
    },
  })
  const said = () => {
    if (asking.isPending) return t('preparing')
    if (asking.isSuccess) return t('begun')
    if (!asking.error) return t('hint')
    if (asking.error instanceof Refused && asking.error.httpStatus === 429) return t('too_often')
    return `${t('failed')} ${explain(asking.error).text}`
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button icon={<Download aria-hidden />} busy={asking.isPending} onClick={() => asking.mutate()}>
        {t('download')}
      </Button>
      <a ref={link} hidden download aria-hidden tabIndex={-1} href="#export" />
      <p role="status" className={asking.isError ? 'text-sm text-signal' : 'text-sm text-ink2'}>
        {said()}
      </p>
    </div>
  )
}
