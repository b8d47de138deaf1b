import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import type { Configuration, Limits } from '../contract.ts'
import { EmbeddingModel } from './EmbeddingModel.tsx'
import { FoundModels } from './FoundModels.tsx'
import { LimitFields } from './LimitFields.tsx'
import { ModelList } from './ModelList.tsx'
import { useConfiguration, useSaveLimits } from './useLanguageModel.ts'

/** The language models of this server, what is found on this machine, the search by meaning, and limits. For the operator. */
export function LanguageModelPane() {
  const t = useTranslations('language-models')
  const { data, error, refetch } = useConfiguration()
  if (!data)
    return error ? (
      <ErrorState error={error} title={t('read_failed')} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={5} />
    )
  return (
    <>
      <p className="text-sm text-pretty text-ink2">{t('intro')}</p>
      <ModelList models={data.models} />
      <FoundModels models={data.models} isSearchingEnabled={data.is_searching_enabled} />
      <EmbeddingModel configuration={data} />
      <AllLimits configuration={data} />
      <p className="mt-6 border-t border-line pt-4 text-sm text-pretty text-ink2">{t('privacy')}</p>
    </>
  )
}

function AllLimits({ configuration: { person_limits: person, server_limits: server } }: { configuration: Configuration }) {
  const t = useTranslations('language-models')
  const save = useSaveLimits()
  const [changed, setChanged] = useState<'person' | 'server'>()
  const isSaved = (name: 'person' | 'server') => save.isDone && changed === name
  const saveLimits = (name: 'person' | 'server', limits: Limits) => {
    setChanged(name)
    void save.run({ person, server, [name]: limits })
  }
  return (
    <>
      <LimitFields
        title={t('person_limits')}
        note={t('person_limits_hint')}
        limits={person}
        isSaved={isSaved('person')}
        onSave={(limits) => saveLimits('person', limits)}
      />
      <LimitFields
        title={t('server_limits')}
        note={t('server_limits_hint')}
        limits={server}
        isSaved={isSaved('server')}
        onSave={(limits) => saveLimits('server', limits)}
      />
    </>
  )
}
