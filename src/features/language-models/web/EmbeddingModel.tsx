import { useState } from 'react'
import { Refused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import type { Configuration, EmbeddingInput } from '../contract.ts'
import { hostOf, ModelRow, RowList, Section } from './ModelRow.tsx'
import { KeyField, ModelField } from './ServerFields.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useChooseEmbedding, useModelList, useRemoveEmbedding } from './useLanguageModel.ts'

type Embedding = NonNullable<Configuration['embedding']>

/** The model of the search by meaning: the one in use, or a server to name. */
export function EmbeddingModel({ configuration: { embedding, current } }: { configuration: Configuration }) {
  const t = useTranslations('language-models')
  const isFixed = embedding?.source === 'environment'
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('embedding_title')} note={isFixed && t('from_environment')}>
      <p className="pb-3 text-sm text-pretty text-ink2">
        {t('embedding_intro')} {t('embedding_privacy')}
      </p>
      {embedding && <ModelInUse embedding={embedding} />}
      {!embedding && isOpen && <EmbeddingForm current={current} />}
      {!embedding && !isOpen && <Button onClick={() => setOpen(true)}>{t('embedding_set_up')}</Button>}
    </Section>
  )
}

function ModelInUse({ embedding: { source, model, address, has_key } }: { embedding: Embedding }) {
  const t = useTranslations('language-models')
  const remove = useRemoveEmbedding()
  const [isRemoving, setRemoving] = useState(false)
  const isFixed = source === 'environment'
  return (
    <>
      <RowList>
        <ModelRow
          name={model}
          details={[hostOf(address), t(has_key ? 'with_key' : 'without_key'), t('embedding_preparing')]}
          actions={
            !isFixed && (
              <Button aria-label={t('remove_model', { model })} onClick={() => setRemoving(true)}>
                {t('remove')}
              </Button>
            )
          }
        />
      </RowList>
      {isFixed && <p className="pt-2.5 text-sm text-pretty text-ink2">{t('embedding_environment_wins')}</p>}
      <ConfirmDialog
        open={isRemoving}
        title={t('remove_title', { model })}
        confirmLabel={t('remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setRemoving(false) })}
      >
        {t('embedding_remove_text')}
      </ConfirmDialog>
    </>
  )
}

function EmbeddingForm({ current }: { current: Configuration['current'] }) {
  const t = useTranslations('language-models')
  const shared = current?.kind === 'openai-compatible' ? current : null
  const [input, setInput] = useState<EmbeddingInput>({ address: shared?.address ?? '', model: '' })
  const [listed, setListed] = useState('')
  const list = useModelList()
  const choose = useChooseEmbedding()
  const failure = list.data?.failure
  const isUnreachable = failure === 'unreachable' || failure === 'timeout'
  const isBadAddress = [list, choose].some(({ error }) => error instanceof Refused && error.refusal === 'badAddress')
  const missing = (input.address.trim() === '' || input.model.trim() === '') && t('incomplete')
  const change = (fields: Partial<EmbeddingInput>) => {
    setInput((before) => ({ ...before, ...fields }))
    choose.reset()
  }
  const loadModels = () => {
    const { address, key } = input
    const name = JSON.stringify([address, key])
    if (address.trim() === '' || name === listed) return
    setListed(name)
    list.mutate({ kind: 'openai-compatible', address, key })
  }
  return (
    <>
      <div className="grid items-start gap-x-3 gap-y-3.5 sm:grid-cols-2">
        <TextField
          label={t('address')}
          className="sm:col-span-2"
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="http://localhost:11434/v1"
          value={input.address}
          onChange={(address) => change({ address })}
          onBlur={loadModels}
          error={isBadAddress ? t('address_invalid') : isUnreachable && t(`failure_${failure}`)}
        />
        <KeyField
          isStored={shared?.has_key === true && shared.address === input.address.trim() && input.key === undefined}
          value={input.key}
          onChange={(key) => change({ key })}
          onBlur={loadModels}
          error={failure === 'wrong-key' && t('failure_wrong-key')}
        />
        <ModelField
          offered={list.data?.models.map(({ model }) => model) ?? []}
          value={input.model}
          onChange={(model) => change({ model })}
          hint={list.isPending ? t('listing') : failure && !isUnreachable && failure !== 'wrong-key' && t('no_list')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3">
        <TrialResult trial={choose.data?.outcome === 'failed' ? choose.data : undefined} isRunning={choose.isPending} />
        <Button className="ml-auto" busy={choose.isPending} disabledReason={missing} onClick={() => choose.mutate(input)}>
          {t('embedding_use')}
        </Button>
      </div>
    </>
  )
}
