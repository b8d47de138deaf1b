import { useState } from 'react'
import { Refused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import type { Configuration, ServerInput, ServerKind } from '../contract.ts'
import { Section } from './ModelRow.tsx'
import { KeyField, ModelField } from './ServerFields.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useChooseServer, useModelList, useTrial } from './useLanguageModel.ts'

const ANTHROPIC_ADDRESS = 'https://api.anthropic.com/v1'

/** A server that the operator names: its address, its key and one of its models. The key in use can be replaced, never read. */
export function ServerForm({ current }: { current: Configuration['current'] }) {
  const t = useTranslations('language-models')
  const form = useServerForm(current)
  const { input, list, trial, choose } = form
  const failure = list.data?.failure
  const isBadAddress = [list, trial, choose].some(({ error }) => error instanceof Refused && error.refusal === 'badAddress')
  const isUnreachable = failure === 'unreachable' || failure === 'timeout'
  const missing = (input.address.trim() === '' || input.model.trim() === '') && t('incomplete')
  const kinds = [
    { value: 'openai-compatible', label: t('kind_openai') },
    { value: 'anthropic', label: t('kind_anthropic') },
  ]
  return (
    <Section
      title={t('own_server')}
      note={
        <NativeSelect
          aria-label={t('kind')}
          options={kinds}
          value={input.kind}
          onChange={(kind) => form.changeKind(kind as ServerKind)}
        />
      }
    >
      <div className="grid items-start gap-x-3 gap-y-3.5 sm:grid-cols-2">
        <TextField
          label={t('address')}
          className="sm:col-span-2"
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="http://192.168.1.20:8000/v1"
          value={input.address}
          onChange={(address) => form.change({ address })}
          onBlur={form.listModels}
          error={isBadAddress ? t('address_invalid') : isUnreachable && t(`failure_${failure}`)}
        />
        <KeyField
          isStored={form.isKeyStored}
          value={input.key}
          onChange={(key) => form.change({ key })}
          onBlur={form.listModels}
          error={failure === 'wrong-key' && t('failure_wrong-key')}
        />
        <ModelField
          offered={list.data?.models.map(({ model }) => model) ?? []}
          value={input.model}
          onChange={(model) => form.change({ model })}
          hint={list.isPending ? t('listing') : failure && !isUnreachable && failure !== 'wrong-key' && t('no_list')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3">
        <Button busy={trial.isPending} disabledReason={missing} onClick={form.runTrial}>
          {t('try')}
        </Button>
        <TrialResult trial={form.result} isRunning={trial.isPending || choose.isPending} />
        <Button variant="main" className="ml-auto" busy={choose.isPending} disabledReason={missing} onClick={form.use}>
          {t('use_server')}
        </Button>
      </div>
    </Section>
  )
}

function useServerForm(current: Configuration['current']) {
  const [input, setInput] = useState<ServerInput>({
    kind: current?.kind ?? 'openai-compatible',
    address: current?.address ?? '',
    model: current?.model ?? '',
  })
  const list = useModelList()
  const trial = useTrial()
  const choose = useChooseServer()
  const [listed, setListed] = useState('')
  const isKeyStored =
    current?.has_key === true &&
    input.key === undefined &&
    current.kind === input.kind &&
    current.address === input.address.trim()
  const forget = () => {
    trial.reset()
    choose.reset()
  }
  const change = (fields: Partial<ServerInput>) => {
    setInput((before) => ({ ...before, ...fields }))
    forget()
  }
  const load = ({ kind, address, key }: ServerInput) => {
    const name = JSON.stringify([kind, address, key])
    if (address.trim() === '' || name === listed) return
    setListed(name)
    list.mutate({ kind, address, key })
  }
  return {
    input,
    isKeyStored,
    list,
    trial,
    choose,
    /** Of the latest request. */
    result: choose.data ?? trial.data,
    change,
    changeKind: (kind: ServerKind) => {
      const isReplaceable = input.address === '' || input.address === ANTHROPIC_ADDRESS
      const address = isReplaceable ? (kind === 'anthropic' ? ANTHROPIC_ADDRESS : '') : input.address
      change({ kind, address, model: '' })
      list.reset()
    },
    listModels: () => load(input),
    runTrial: () => {
      forget()
      trial.mutate(input)
    },
    use: () => {
      forget()
      choose.mutate(input, { onSuccess: ({ outcome }) => outcome === 'answered' && setInput({ ...input, key: undefined }) })
    },
  }
}
