import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import type { Configuration, EmbeddingInput, Model } from '../contract.ts'
import { hostOf, ModelRow, RowList, Section } from './ModelRow.tsx'
import { ServerFields } from './ServerFields.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useChooseEmbedding, useModelList, useRemoveEmbedding } from './useLanguageModel.ts'

type Embedding = NonNullable<Configuration['embedding']>

/** The model of the search by meaning: the one in use, or a server to name. */
export function EmbeddingModel({ configuration: { embedding, models } }: { configuration: Configuration }) {
  const t = useTranslations('language-models')
  const isFixed = embedding?.source === 'environment'
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('embedding_title')} note={isFixed && t('from_environment')}>
      <p className="pb-3 text-sm text-pretty text-ink2">
        {t('embedding_intro')} {t('embedding_privacy')}
      </p>
      {embedding && <ModelInUse embedding={embedding} />}
      {!embedding && isOpen && <EmbeddingForm models={models} />}
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
        busy={remove.isBusy}
        onClose={() => setRemoving(false)}
        onConfirm={() => void remove.run().then(() => setRemoving(false))}
      >
        {t('embedding_remove_text')}
      </ConfirmDialog>
    </>
  )
}

function EmbeddingForm({ models }: { models: readonly Model[] }) {
  const t = useTranslations('language-models')
  const shared = models.find(({ kind }) => kind === 'openai-compatible')
  const [input, setInput] = useState<EmbeddingInput>({ address: shared?.address ?? '', model: '' })
  const [listed, setListed] = useState('')
  const list = useModelList()
  const choose = useChooseEmbedding()
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
    void list.run({ kind: 'openai-compatible', address, key })
  }
  return (
    <>
      <ServerFields
        value={input}
        onChange={change}
        onTyped={loadModels}
        list={list}
        errors={[choose.error]}
        isKeyStored={input.key === undefined && models.some((each) => each.has_key && each.address === input.address.trim())}
        placeholder="http://localhost:11434/v1"
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3">
        <TrialResult trial={choose.result?.outcome === 'failed' ? choose.result : undefined} isRunning={choose.isBusy} />
        <Button className="ml-auto" busy={choose.isBusy} disabledReason={missing} onClick={() => void choose.run(input)}>
          {t('embedding_use')}
        </Button>
      </div>
    </>
  )
}
