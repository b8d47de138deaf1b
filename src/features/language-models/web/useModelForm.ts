import { useState } from 'react'
import { LLM_SERVER_KINDS, type LlmServerKind } from '#shared/llmServerKinds.ts'
import type { Model, NewModel, ServerInput, Trial } from '../contract.ts'
import { useModelList, useSaveModel, useTrial } from './useLanguageModel.ts'

type FormOptions = {
  /** The model to edit, or null to add one. */
  model: Model | null
  models: readonly Model[]
  onSaved: (id: string | null, trial: Trial | null) => void
}

const EMPTY = { kind: 'openai-compatible', address: '', model: '', name: '', des: '', isBeta: false } as const

type Typed = Required<Omit<NewModel, 'key'>> & Pick<NewModel, 'key'>

/** The name is left empty for a model without its own name. */
function toTyped(model: Model | null): Typed {
  if (model === null) return EMPTY
  const { kind, address, model: id, model_name, name, des, isBeta } = model
  return { kind, address, model: id, name: [id, model_name].includes(name) ? '' : name, des, isBeta }
}

/** The state of the dialog of a model: what is typed, what its server lists, and what a request to it showed. */
export function useModelForm({ model, models, onSaved }: FormOptions) {
  const [input, setInput] = useState<Typed>(() => toTyped(model))
  const [listed, setListed] = useState('')
  const list = useModelList()
  const trial = useTrial()
  const save = useSaveModel((saved) => saved.model && onSaved(saved.model.id, saved.trial))
  const id = model?.id ?? undefined
  const { kind, address, key, model: name } = input
  const server: ServerInput = { kind, address, key, model: name }
  const isKeyStored =
    key === undefined && models.some((each) => each.has_key && each.kind === kind && each.address === address.trim())
  const forget = () => {
    trial.reset()
    save.reset()
  }
  const change = (fields: Partial<Typed>) => {
    setInput((before) => ({ ...before, ...fields }))
    forget()
  }
  return {
    input,
    isKeyStored,
    list,
    trial,
    save,
    /** Of the latest request. */
    result: save.result?.trial ?? trial.result,
    change,
    changeKind: (next: LlmServerKind) => {
      const isReplaceable = address === '' || address === LLM_SERVER_KINDS[kind].address
      change({ kind: next, address: isReplaceable ? (LLM_SERVER_KINDS[next].address ?? '') : address, model: '' })
      list.reset()
    },
    listModels: () => {
      const typed = JSON.stringify([kind, address, key])
      if (address.trim() === '' || typed === listed) return
      setListed(typed)
      void list.run({ kind, address, key, id })
    },
    runTrial: () => {
      forget()
      void trial.run({ server, id })
    },
    submit: () => {
      forget()
      const { name: shown, des, isBeta } = input
      const texts = { name: shown, des, isBeta }
      // What is shown can be changed while the server is down.
      const isMoved = !model || key !== undefined || isOther(model, server)
      void save.run({ id, server: isMoved ? server : undefined, texts })
    },
  }
}

const isOther = (model: Model, { kind, address, model: name }: ServerInput): boolean =>
  model.kind !== kind || model.address !== address.trim() || model.model !== name.trim()
