import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { allowsStatistics } from '#browser/monitoring/consent.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NoticeBar, saveAnswer } from './NoticeBar.tsx'

/** Lets the user choose each category of storage separately. */
export function ConsentChoice() {
  const t = useTranslations('site')
  const [statistics, setStatistics] = useState(allowsStatistics)
  return (
    <NoticeBar
      text={
        <span className="grid gap-2">
          <Switch
            side="start"
            checked
            disabled
            label={t('cookies_necessary')}
            hint={t('cookies_necessary_hint')}
            onChange={() => {}}
          />
          <Switch
            side="start"
            checked={statistics}
            label={t('cookies_analytics')}
            hint={t('cookies_analytics_hint')}
            onChange={setStatistics}
          />
        </span>
      }
    >
      <Button onClick={() => saveAnswer(statistics)}>{t('cookies_save')}</Button>
    </NoticeBar>
  )
}
