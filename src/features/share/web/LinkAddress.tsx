import { Copy, Link2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { copyText } from '#browser/page/copyText.ts'

/** The address of a link, to be copied, and the code that shows it in another page. */
export function LinkAddress({ url }: { url: string }) {
  const t = useTranslations('share')
  const embedId = useId()
  const copy = useCopy()
  const [isEmbedShown, setIsEmbedShown] = useState(false)
  const code = `<iframe src="${url}/embed" width="100%" height="480" style="border:0" loading="lazy" title="Earshot"></iframe>`
  return (
    <div className="grid gap-2">
      <div className="flex gap-2 max-sm:flex-wrap">
        <TextField
          className="min-w-0 flex-1 max-sm:basis-full"
          label={t('address')}
          hideLabel
          readOnly
          icon={<Link2 aria-hidden className="size-4.5 flex-none text-ink3" />}
          value={url}
          onChange={() => {}}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="main"
          className="h-10! max-sm:flex-1"
          icon={<Copy aria-hidden />}
          onClick={() => void copy(url, t('copied'))}
        >
          {t('copy')}
        </Button>
        <Button
          className="h-10! max-sm:flex-1"
          aria-expanded={isEmbedShown}
          aria-controls={embedId}
          onClick={() => setIsEmbedShown(!isEmbedShown)}
        >
          {t('embed')}
        </Button>
      </div>
      <div id={embedId} hidden={!isEmbedShown} className="rounded-md border border-line p-3">
        <TextField label={t('embed_code')} hint={t('embed_note')} readOnly lines={3} value={code} onChange={() => {}} />
        <Button className="mt-2" icon={<Copy aria-hidden />} onClick={() => void copy(code, t('embed_copied'))}>
          {t('embed_copy')}
        </Button>
      </div>
    </div>
  )
}

function useCopy(): (text: string, done: string) => Promise<void> {
  const t = useTranslations('share')
  const toast = useToast()
  return async (text, done) => {
    try {
      await copyText({ text })
      toast.show(done)
    } catch {
      toast.error(t('copy_failed'))
    }
  }
}
