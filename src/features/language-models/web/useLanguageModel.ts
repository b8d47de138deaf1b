import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Refused, client } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { type EmbeddingInput, languageModelsContract, type Limits, type ModelChange, type ServerInput } from '../contract.ts'
import { MAX_MODELS } from '../rules.ts'

const languageModelsClient = client('language-models', languageModelsContract, send)

/** A large model may have to be loaded before it answers. */
const TRIAL = { timeout: minutes(2) }

/** Returns the language models and the limits. */
export const useConfiguration = () =>
  useQuery({
    queryKey: languageModelsClient.read.key({}),
    queryFn: ({ signal }) => languageModelsClient.read({}, { signal }),
    select: ({ data }) => data,
  })

/** Returns the programs on the server's machine that run language models. They are searched for when the pane is opened. */
export const useFoundServers = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: languageModelsClient.find.key({}),
    queryFn: ({ signal }) => languageModelsClient.find({}, { signal }),
    select: ({ data }) => data.servers,
    enabled,
  })

/** Without an `id` it is a new one. */
type ListedModel = { id?: string | undefined }

/** Returns the models that a server offers, or why it does not tell. */
export function useModelList() {
  const showFailure = useActionFailure()
  return useMutation({
    mutationFn: async (server: Omit<ServerInput, 'model'> & ListedModel) =>
      (await languageModelsClient.list({ body: server })).data,
    onError: showFailure,
  })
}

/** Sends a real request to a server, or to a model of the list for null. A failure to ask is shown as a toast. */
export function useTrial() {
  const showFailure = useActionFailure()
  return useMutation({
    mutationFn: async (body: { server: ServerInput | null } & ListedModel) =>
      (await languageModelsClient.test({ body }, TRIAL)).data,
    onError: showFailure,
  })
}

type SavedInput = ListedModel & { server: ServerInput | undefined; texts?: Omit<ModelChange, 'server'> }

/** Tries the server of a model, and adds or changes the model if it answers. Without a server, only what people see is changed. */
export function useSaveModel() {
  const showFailure = useActionFailure()
  const reload = useReload()
  return useMutation({
    mutationFn: async ({ id, server, texts }: SavedInput) => {
      const save = async () => {
        if (id !== undefined) return await languageModelsClient.change({ params: { id }, body: { server, ...texts } }, TRIAL)
        if (server === undefined) throw new TypeError('a new model needs a server')
        return await languageModelsClient.add({ body: { ...server, ...texts } }, TRIAL)
      }
      return (await save()).data
    },
    onError: showFailure,
    onSettled: reload,
  })
}

/** Makes a model the default, and says so. */
export function useMakeDefault() {
  const t = useTranslations('language-models')
  const toast = useToast()
  const showFailure = useActionFailure()
  const reload = useReload()
  return useMutation({
    mutationFn: async ({ id }: { id: string; name: string }) => await languageModelsClient.makeDefault({ params: { id } }),
    onSuccess: (_, { name }) => void toast.show(t('is_default_now', { model: name })),
    onError: showFailure,
    onSettled: reload,
  })
}

/** Removes a model. After the default one, it says which one is the default now. */
export function useRemoveModel() {
  const t = useTranslations('language-models')
  const toast = useToast()
  const showFailure = useActionFailure()
  const reload = useReload()
  return useMutation({
    mutationFn: async ({ id }: { id: string; wasDefault: boolean }) =>
      (await languageModelsClient.removeModel({ params: { id } })).data,
    onSuccess: ({ current }, { wasDefault }) => {
      if (wasDefault && current) toast.show(t('is_default_now', { model: current.name }))
    },
    onError: showFailure,
    onSettled: reload,
  })
}

/** Tries a model for the search by meaning and uses it from now on if it answers. */
export function useChooseEmbedding() {
  const showFailure = useActionFailure()
  const reload = useReload()
  return useMutation({
    mutationFn: async (body: EmbeddingInput) => (await languageModelsClient.useEmbedding({ body }, TRIAL)).data,
    onError: showFailure,
    onSettled: reload,
  })
}

export function useRemoveEmbedding() {
  const showFailure = useActionFailure()
  const reload = useReload()
  return useMutation({
    mutationFn: async () => await languageModelsClient.removeEmbedding({}),
    onError: showFailure,
    onSettled: reload,
  })
}

export function useSaveLimits() {
  const showFailure = useActionFailure()
  const reload = useReload()
  return useMutation({
    mutationFn: async (limits: { person: Limits; server: Limits }) => await languageModelsClient.limit({ body: limits }),
    onError: showFailure,
    onSettled: reload,
  })
}

const FIELD_REFUSALS: readonly string[] = ['badAddress', 'alreadyAdded', 'nameTaken']

function useActionFailure() {
  const t = useTranslations('language-models')
  const showFailure = useFailureToast()
  return (error: unknown) => {
    // The form shows these at their fields.
    const refusal = error instanceof Refused ? error.refusal : undefined
    if (refusal !== undefined && FIELD_REFUSALS.includes(refusal)) return
    showFailure(refusal === 'tooMany' ? t('too_many', { n: MAX_MODELS }) : t('failed'), error)
  }
}

/** The settings of the server say whether there is a model, so they are loaded again too. */
function useReload() {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: languageModelsClient.read.key() }),
      queries.invalidateQueries({ queryKey: languageModelsClient.options.key() }),
      queries.invalidateQueries({ queryKey: languageModelsClient.dimensions.key() }),
      queries.invalidateQueries({ queryKey: ['site'] }),
    ])
  }
}
