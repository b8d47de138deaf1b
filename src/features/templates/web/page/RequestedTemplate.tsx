import { useEffect, useEffectEvent } from 'react'
import { Refused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { OpenedDetails } from '../details/detailsState.ts'
import type { TemplateLanguages } from '../templateLanguages.ts'
import { useTemplateDetail } from '../templateQueries.ts'

type RequestedTemplateProps = { id: string; languages: TemplateLanguages; onOpen: (details: OpenedDetails) => void }

/** Opens the template that the address names once, and says so when it is not there. */
export function RequestedTemplate({ id, languages, onOpen }: RequestedTemplateProps) {
  const t = useTranslations('templates')
  const { data, error } = useTemplateDetail(id, languages)
  const open = useEffectEvent(() => data && onOpen({ template: data, anchor: null, section: 'address' }))
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) open()
  }, [isThere, id])
  if (!error) return null
  return (
    <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-md text-warn">
      {error instanceof Refused ? t('requested_missing') : t('load_failed')}
    </p>
  )
}
