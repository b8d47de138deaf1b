import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
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

/** Asks for the models that a server offers, or why it does not tell. The form shows a bad address at its field. */
export function useModelList() {
  const t = useTranslations('language-models')
  return useAction(
    async (server: Omit<ServerInput, 'model'> & ListedModel) => (await languageModelsClient.list({ body: server })).data,
    {
      // Another server may be typed before one has answered.
      concurrent: true,
      failure: t('failed'),
      calls: [languageModelsClient.list],
      refusals: { notOperator: undefined, badAddress: null },
    },
  )
}

/** Sends a real request to a server, or to a model of the list for null. */
export function useTrial() {
  const t = useTranslations('language-models')
  return useAction(
    async (body: { server: ServerInput | null } & ListedModel) => (await languageModelsClient.test({ body }, TRIAL)).data,
    { failure: t('failed'), calls: [languageModelsClient.test], refusals: { notOperator: undefined, badAddress: null } },
  )
}

type SavedInput = ListedModel & { server: ServerInput | undefined; texts?: Omit<ModelChange, 'server'> }
type SavedModel = Awaited<ReturnType<typeof languageModelsClient.add>>['data']

/** Tries the server of a model, and adds or changes the model if it answers. Without a server, only what people see is changed. */
export function useSaveModel(onSaved?: (saved: SavedModel) => void) {
  const t = useTranslations('language-models')
  const reload = useReload()
  const save = async ({ id, server, texts }: SavedInput) => {
    if (id !== undefined) return await languageModelsClient.change({ params: { id }, body: { server, ...texts } }, TRIAL)
    if (server === undefined) throw new TypeError('a new model needs a server')
    return await languageModelsClient.add({ body: { ...server, ...texts } }, TRIAL)
  }
  return useAction(async (input: SavedInput): Promise<SavedModel> => (await save(input)).data, {
    failure: t('failed'),
    calls: [languageModelsClient.add, languageModelsClient.change],
    // The form shows the others at their fields.
    refusals: {
      notOperator: undefined,
      badAddress: null,
      alreadyAdded: null,
      nameTaken: null,
      tooMany: t('too_many', { n: MAX_MODELS }),
    },
    ...(onSaved && { onSuccess: onSaved }),
    onSettled: reload,
  })
}

/** Makes a model the default, and says so. */
export function useMakeDefault() {
  const t = useTranslations('language-models')
  const reload = useReload()
  return useAction(({ id }: { id: string; name: string }) => languageModelsClient.makeDefault({ params: { id } }), {
    success: (_, { name }) => t('is_default_now', { model: name }),
    failure: t('failed'),
    onSettled: reload,
  })
}

/** Removes a model. After the default one, it says which one is the default now. */
export function useRemoveModel() {
  const t = useTranslations('language-models')
  const reload = useReload()
  return useAction(
    async ({ id }: { id: string; wasDefault: boolean }) => (await languageModelsClient.removeModel({ params: { id } })).data,
    {
      success: ({ current }, { wasDefault }) =>
        wasDefault && current ? t('is_default_now', { model: current.name }) : undefined,
      failure: t('failed'),
      onSettled: reload,
    },
  )
}

/** Tries a model for the search by meaning and uses it from now on if it answers. */
export function useChooseEmbedding() {
  const t = useTranslations('language-models')
  const reload = useReload()
  return useAction(async (body: EmbeddingInput) => (await languageModelsClient.useEmbedding({ body }, TRIAL)).data, {
    failure: t('failed'),
    calls: [languageModelsClient.useEmbedding],
    refusals: { notOperator: undefined, badAddress: null, embeddingSetByEnvironment: undefined },
    onSettled: reload,
  })
}

export function useRemoveEmbedding() {
  const t = useTranslations('language-models')
  return useAction(() => languageModelsClient.removeEmbedding({}), { failure: t('failed'), onSettled: useReload() })
}

export function useSaveLimits() {
  const t = useTranslations('language-models')
  return useAction((limits: { person: Limits; server: Limits }) => languageModelsClient.limit({ body: limits }), {
    queue: ['language-models', 'limits'],
    failure: t('failed'),
    onSettled: useReload(),
  })
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
