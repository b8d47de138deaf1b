import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import type { Configuration, ServerInput, ServerKind } from '../contract.ts'
import { Section } from './ModelRow.tsx'
import { ServerFields } from './ServerFields.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useChooseServer, useModelList, useTrial } from './useLanguageModel.ts'

const ANTHROPIC_ADDRESS = 'https://api.anthropic.com/v1'

/** A server that the operator names: its address, its key and one of its models. The key in use can be replaced, never read. */
export function ServerForm({ current }: { current: Configuration['current'] }) {
  const t = useTranslations('language-models')
  const form = useServerForm(current)
  const { input, list, trial, choose } = form
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
      <ServerFields
        value={input}
        onChange={form.change}
        onTyped={form.listModels}
        list={list}
        errors={[trial.error, choose.error]}
        isKeyStored={form.isKeyStored}
        placeholder="http://192.168.1.20:8000/v1"
      />
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
