import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import type { LocalServer, Model, OfferedModel } from '../contract.ts'
import { hostOf, ModelRow, RowList, Section } from './ModelRow.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useSaveModel, useFoundServers } from './useLanguageModel.ts'

type FoundModelsProps = { models: readonly Model[]; isSearchingEnabled: boolean }

/** The models of programs on the server's machine, found by themselves. */
export function FoundModels({ models, isSearchingEnabled }: FoundModelsProps) {
  const t = useTranslations('language-models')
  const explain = useExplainError()
  const found = useFoundServers({ enabled: isSearchingEnabled })
  const servers = found.data ?? []
  if (found.isFetching && servers.length === 0)
    return (
      <Section title={t('found')} note={t('searching')}>
        <SkeletonRows rows={1} />
      </Section>
    )
  if (servers.length === 0)
    return (
      <Section title={t('found')}>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line px-4 py-3">
          <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-ink2">
            {!isSearchingEnabled ? t('search_off') : found.error ? explain(found.error).text : t('nothing_found')}
          </p>
          {isSearchingEnabled && <Button onClick={() => void found.refetch()}>{t('search_again')}</Button>}
        </div>
      </Section>
    )
  return servers.map((server) => <FoundServer key={server.address} server={server} models={models} />)
}

function FoundServer({ server, models }: { server: LocalServer; models: readonly Model[] }) {
  const t = useTranslations('language-models')
  const name = t(`program_${server.program}`)
  return (
    <Section title={t('found')} label={`${t('found')}: ${name}`} note={`${name} · ${hostOf(server.address)}`}>
      {server.models.length === 0 ? (
        <p className="rounded-lg border border-line px-4 py-3 text-sm text-ink2">{t('no_models', { program: name })}</p>
      ) : (
        <RowList>
          {server.models.map((offered) => (
            <FoundModel key={offered.model} offered={offered} address={server.address} models={models} />
          ))}
        </RowList>
      )}
    </Section>
  )
}

type FoundModelProps = { offered: OfferedModel; address: string; models: readonly Model[] }

function FoundModel({ offered, address, models }: FoundModelProps) {
  const t = useTranslations('language-models')
  const { bytes, number } = useFormat()
  const add = useSaveModel()
  const { model, bytes: size, context_tokens: tokens, language_count: languages } = offered
  const isAdded = models.some((each) => each.address === address && each.model === model)
  const trial = add.result?.trial ?? undefined
  return (
    <ModelRow
      name={model}
      details={[
        size === null ? null : bytes(size),
        tokens === null ? null : t('reads_up_to', { n: number(tokens) }),
        languages === null ? null : t('language_count', { n: number(languages) }),
      ]}
      chips={isAdded && <Chip>{t('added')}</Chip>}
      actions={
        !isAdded && (
          <Button
            aria-label={t('add_named', { model })}
            busy={add.isBusy}
            onClick={() => void add.run({ server: { kind: 'openai-compatible', address, model } })}
          >
            {t('add')}
          </Button>
        )
      }
      below={(add.isBusy || trial) && <TrialResult trial={trial} isRunning={add.isBusy} />}
    />
  )
}
