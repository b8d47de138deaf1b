import { useQuery, useQueryClient } from '@tanstack/react-query'
import { seconds } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import { speechModelsClient } from './speechModelsClient.ts'

/** The state of a model changes while it is downloaded or measured. */
const POLL_INTERVAL = seconds(1)

/** Returns the speech models of the server. Polls while there is progress. */
export const useSpeechModels = () =>
  useQuery({
    queryKey: speechModelsClient.list.key({}),
    queryFn: ({ signal }) => speechModelsClient.list({}, { signal }),
    select: ({ data }) => data,
    refetchInterval: ({ state }) => {
      const list = state.data?.data
      const isBusy =
        list?.is_measuring || list?.models.some((model) => model.state === 'downloading' || model.state === 'measuring')
      return isBusy ? POLL_INTERVAL : false
    },
  })

/** An action of the operator on a model. */
export type ModelAction =
  | { readonly kind: 'download' | 'pause' | 'remove' | 'prefer'; readonly id: string }
  | { readonly kind: 'measure' | 'preferNone' }

/** Returns an action that changes a model and reloads the list. */
export function useModelAction() {
  const t = useTranslations('speech-models')
  const queries = useQueryClient()
  return useAction(changeModel, {
    failure: t('failed'),
    concurrent: true,
    onSettled: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: speechModelsClient.list.key() }),
        queries.invalidateQueries({ queryKey: speechModelsClient.languages.key() }),
      ])
    },
  })
}

async function changeModel(action: ModelAction): Promise<unknown> {
  if (!('id' in action))
    return action.kind === 'measure'
      ? await speechModelsClient.measure({})
      : await speechModelsClient.prefer({ body: { preferred: null } })
  if (action.kind === 'prefer') return await speechModelsClient.prefer({ body: { preferred: action.id } })
  const input = { params: { id: action.id } }
  if (action.kind === 'download') return await speechModelsClient.download(input)
  return action.kind === 'pause' ? await speechModelsClient.pause(input) : await speechModelsClient.remove(input)
}
