import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Refused } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import type { EmbeddingInput, Limits, ServerInput } from '../contract.ts'
import { languageModelsClient } from './languageModelsClient.ts'

/** A large model may have to be loaded before it answers. */
const TRIAL = { timeout: minutes(2) }

/** Returns the language model in use and the limits. */
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

/** Returns the models that a server offers, or why it does not tell. */
export function useModelList() {
  const showFailure = useActionFailure()
  return useMutation({
    mutationFn: async (server: Omit<ServerInput, 'model'>) => (await languageModelsClient.list({ body: server })).data,
    onError: showFailure,
  })
}

/** Sends a real request to a server, or to the model in use for null. A failure to ask is shown as a toast. */
export function useTrial() {
  const showFailure = useActionFailure()
  return useMutation({
    mutationFn: async (server: ServerInput | null) => (await languageModelsClient.test({ body: { server } }, TRIAL)).data,
    onError: showFailure,
  })
}

/** Tries a server and uses its model from now on if it answers. */
export function useChooseServer() {
  const showFailure = useActionFailure()
  const reload = useReload()
  return useMutation({
    mutationFn: async (server: ServerInput) => (await languageModelsClient.use({ body: server }, TRIAL)).data,
    onError: showFailure,
    onSettled: reload,
  })
}

export function useRemoveServer() {
  const showFailure = useActionFailure()
  const reload = useReload()
  return useMutation({
    mutationFn: async () => await languageModelsClient.remove({}),
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

function useActionFailure() {
  const t = useTranslations('language-models')
  const showFailure = useFailureToast()
  return (error: unknown) => {
    // The form shows it at the address.
    if (error instanceof Refused && error.refusal === 'badAddress') return
    showFailure(t('failed'), error)
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
